import { createRoot } from "react-dom/client";
import { App } from "@/app/app";
import "./styles.css";

const element = document.getElementById("root");
if (!element) throw new Error("index.html has no #root");
createRoot(element).render(<App />);
