// One HTML file with everything in it: the server serves a single page, and it works offline.
import type { Plugin } from "vite";
import { defineConfig } from "vitest/config";

function inlined(): Plugin {
    return {
        name: "inlined",
        enforce: "post",
        generateBundle(_options, bundle) {
            const page = Object.values(bundle).find((file) => file.fileName.endsWith(".html"));
            if (!page || page.type !== "asset") throw new Error("there is no page");
            let html = String(page.source);
            for (const file of Object.values(bundle)) {
                if (file.type === "chunk") {
                    // "</script" inside of a string would end the element.
                    const code = file.code.replaceAll("</script", "<\\/script");
                    html = html.replace(/<script[^>]*src="[^"]*"[^>]*><\/script>/, "");
                    html = html.replace("</body>", () => `<script type="module">${code}</script></body>`);
                    delete bundle[file.fileName];
                } else if (file.fileName.endsWith(".css")) {
                    const style = String(file.source);
                    html = html.replace(/<link[^>]*rel="stylesheet"[^>]*>/, () => `<style>${style}</style>`);
                    delete bundle[file.fileName];
                }
            }
            page.source = html;
        },
    };
}

export default defineConfig({
    base: "./",
    plugins: [inlined()],
    build: { target: "es2022", modulePreload: false, chunkSizeWarningLimit: 2000, reportCompressedSize: false },
    test: { include: ["tests/unit/**/*.test.ts"] },
});
