declare module "scalar-standalone?url" {
  const url: string;
  export default url;
}
