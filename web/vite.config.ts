// The bundle, the tests, and `npm run dev`: the page as it is being changed, in front of the HTTP
// door of a running `kvintet serve --http 127.0.0.1:8080` (KVINTET_DOOR: another address).
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";

const door = process.env.KVINTET_DOOR ?? "http://127.0.0.1:8080";

export default defineConfig({
  plugins: [svelte()],
  build: {
    target: "es2022",
    // The page's policy allows no inline content.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: true,
  },
  server: {
    // The door answers only to its own pages.
    proxy: { "^/kvintet\\.v1\\.": { target: door, changeOrigin: true, headers: { origin: door } } },
  },
  test: { include: ["src/**/*.test.ts"] },
});
