import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { Plugin } from "vite";

const text = /\.(js|css|html|svg|json)$/;
const worthwhile = 1024; // bytes; smaller files gain nothing

/** Writes each text file of the build also as .br and .gz, which the server sends as they are. */
export function compressed(): Plugin {
  let dist = "";
  return {
    name: "compressed",
    apply: "build",
    configResolved(config) {
      dist = config.build.outDir;
    },
    async closeBundle() {
      const files = await readdir(dist, { recursive: true });
      for (const name of files.filter((f) => text.test(f))) {
        const data = await readFile(join(dist, name));
        if (data.length < worthwhile) continue;
        // The reference page is 3.5 MB: the last percent is not worth ten seconds of every build.
        const quality = data.length > 1 << 20 ? 9 : constants.BROTLI_MAX_QUALITY;
        const br = await promisify(brotliCompress)(data, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } });
        await writeFile(join(dist, name + ".br"), br);
        await writeFile(join(dist, name + ".gz"), await promisify(gzip)(data, { level: 9 }));
      }
    },
  };
}
