import react from '@vitejs/plugin-react'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { defineConfig, type Manifest, type Plugin } from 'vite'
import { LANGUAGES } from './i18n/types.ts'
import { customPages, type CustomPageKey } from './resources/menu.ts'

const outDir = 'dist/console'
/** The file of each page, as src/app/pages/index.ts loads them. */
const pageFiles: Record<CustomPageKey, string> = {
  '1': 'src/dashboard/DashboardPage.tsx',
  '2-1': 'src/monitor/MonitorPage.tsx',
  '2-2': 'src/history/HistoryPage.tsx',
  '2-3': 'src/alarms/records/AlarmsPage.tsx',
  '2-4': 'src/operations/OperationsPage.tsx',
  '2-5': 'src/compare/ComparePage.tsx',
}
const listPage = 'src/app/pages/ListPage.tsx'
const bigScreen = { path: '/BigScreen', file: 'src/bigscreen/BigScreenPage.tsx' }

const api = process.env['API_URL'] ?? 'http://127.0.0.1:8080'

/** Icons of the sign-in page. One that is missing here costs a file of its own, nothing else. */
const signInIcons =
  'chevron-down|circle-exclamation-point|circle-check|circle-question-mark|corner-down-left|eye|eye-off|languages' +
  '|lock|moon-star|refresh-cw|shield-check|sun|sun-moon|user'

/** What the live pages share, each too small to be a file of its own; icons as above. */
const liveShared =
  'src/live/|src/kit/help/HelpButton\\.tsx$|src/monitor/(modes|usePhone|NodeLine|dialogs/DeviceActions)\\.tsx?$|resources/reads\\.ts$' +
  '|/lucide-react/dist/esm/icons/(search-x|map-pin|rotate-ccw-clock|table-2|chart-line|ellipsis|ban|volume-2)\\.m?js$'

/** Each with what it imports, as far as no group of a higher priority has it. */
const groups = [
  { name: 'entry', priority: 5, test: /src\/main\.tsx$/ },
  // What both halves of the product need.
  {
    name: 'base',
    priority: 4,
    test: new RegExp(
      [
        '/node_modules/(react|react-dom|scheduler)/',
        '/src/kit/(settings\\.ts|theme/useMode\\.ts|Logo\\.tsx)$',
        '/authProvider/signOut\\.ts$',
        `/lucide-react/dist/esm/(createLucideIcon|Icon|icons/(${signInIcons}))\\.m?js$`,
      ].join('|'),
    ),
  },
  { name: 'signin', priority: 3, test: /src\/app\/signin\/index\.tsx$/ },
  ...LANGUAGES.map((language) => ({
    name: `signin-${language}`,
    priority: 3,
    test: new RegExp(`i18n/${language}/(signin|errors)\\.ts$`),
  })),
  // Registering checks with the same rules as the console's forms, and needs nothing else of the console.
  { name: 'rules', priority: 3, test: /resources\/kit\/rules\.ts$/ },
  { name: 'console', priority: 2, test: /src\/(app\/console|kit\/areaTree\/AreaTree)\.tsx$/ },
  { name: 'live', priority: 1, test: new RegExp(liveShared) },
]

/** The console. `vite build` writes dist/console, which the server serves; `vite` serves it from the sources with /v1 forwarded. */
export default defineConfig({
  plugins: [react(), preloads(), compressed()],
  build: {
    outDir,
    emptyOutDir: true,
    target: 'es2022',
    manifest: true,
    // No source is inlined as data: or script, so that the policy of the page can stay strict.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    chunkSizeWarningLimit: 900,
    // Each file costs a place among the six connections of a browser: what one page always needs together is one file.
    rolldownOptions: { output: { codeSplitting: { groups } } },
  },
  server: {
    proxy: {
      '/v1': { target: api, ws: true },
      '/upload': api,
      '/demo/river.m3u8': api,
      '/wx': api,
      '/console-settings.json': api,
    },
  },
})

/**
 * preload.json: what the server announces with the page (server/http/console.ts): addresses of the scripts and style sheets of the
 * sign-in page and of the console, of each page and of each language. Without it the browser would learn of them one by one, a round
 * trip after the file that names them.
 */
function preloads(): Plugin {
  return {
    name: 'preloads',
    apply: 'build',
    async writeBundle() {
      const manifest = JSON.parse(await readFile(join(outDir, '.vite/manifest.json'), 'utf8')) as Manifest
      const worker = (await readdir(join(outDir, 'assets')))
        .filter((name) => /^states\.worker-.*\.js$/.test(name))
        .map((name) => `/assets/${name}`)
      // Chunks by the source they begin with or, where a group made them, by the group's name.
      const keys = new Map(
        Object.entries(manifest).flatMap(
          ([key, { name, file }]) =>
            (name && file.endsWith('.js')
              ? [
                  [key, key],
                  [name, key],
                ]
              : [[key, key]]) as [string, string][],
        ),
      )
      const files = (...names: string[]): string[] =>
        filesOf(
          manifest,
          names.map((name) => keys.get(name) ?? missing(name)),
        )
      // In the order in which they take the browser's connections: what asks the platform first, then the large files.
      const pageOf = (file: string, first: readonly string[] = []) => [
        ...new Set([...files('entry'), ...first, ...files('base', 'console', file)]),
      ]
      const pages = customPages.map(
        ({ key, path }) => [path, pageOf(pageFiles[key], key === '2-1' ? worker : [])] as const,
      )
      const lists = {
        signedOut: files('entry', 'base', 'signin'),
        signedIn: files('entry', 'base', 'console'),
        pages: {
          ...Object.fromEntries(pages),
          [bigScreen.path]: pageOf(bigScreen.file, worker),
          '*': pageOf(listPage),
        },
        languages: {
          signedOut: Object.fromEntries(LANGUAGES.map((language) => [language, files(`signin-${language}`)])),
          signedIn: Object.fromEntries(LANGUAGES.map((language) => [language, files(`i18n/${language}/index.ts`)])),
        },
      }
      await writeFile(join(outDir, 'preload.json'), JSON.stringify(lists))
    },
  }
}

/** The scripts and style sheets of some entries with all that they import. */
function filesOf(manifest: Manifest, entries: readonly string[]): string[] {
  const files = [...reach(manifest, entries)].flatMap((name) =>
    [manifest[name]?.file ?? [], manifest[name]?.css ?? []].flat(),
  )
  return [...new Set(files)].map((file) => `/${file}`)
}

function missing(name: string): never {
  throw new Error(`the build has no ${name} to preload`)
}

function reach(manifest: Manifest, names: readonly string[], seen = new Set<string>()): Set<string> {
  for (const name of names) {
    if (seen.has(name) || !manifest[name]) continue
    seen.add(name)
    reach(manifest, manifest[name].imports ?? [], seen)
  }
  return seen
}

/** Writes .br and .gz beside every text file, so that the server compresses nothing twice. */
function compressed(): Plugin {
  return {
    name: 'compressed',
    apply: 'build',
    async writeBundle() {
      const files = (await readdir(outDir, { recursive: true })).filter(
        (name) => /\.(js|css|svg|json|html)$/.test(name) && !name.startsWith('.vite'),
      )
      for (const file of files) await squeeze(join(outDir, file))
    },
  }
}

async function squeeze(path: string): Promise<void> {
  const text = await readFile(path)
  if (text.length < 512) return
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: text.length }
  await writeFile(`${path}.br`, await promisify(brotliCompress)(text, { params }))
  await writeFile(`${path}.gz`, await promisify(gzip)(text, { level: 9 }))
}
