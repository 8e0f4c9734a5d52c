import { defineConfig } from 'vite'

/** Serves the example beside a running platform: calls go to it, so that both are one origin for the browser. */
export default defineConfig({
  root: import.meta.dirname,
  server: { proxy: { '/v1': process.env['API_URL'] ?? 'http://127.0.0.1:8080' } },
})
