import { spawnSync } from 'node:child_process'
import { build } from './build.mjs'
import { ensureBrowser } from './services/browser.mjs'
import { ensurePackages, fail } from './setup.mjs'

// `npm run shots`: takes a picture of every screen, in both themes, three languages, and widths of 1920, 1440 and 390,
// into shots/ (not in git).
// `npm run shots -- gateway zhTW dark` takes those whose names contain all of the words.
// `npm run shots -- empty` (or failing, loading, long) takes them without any records, with calls that fail or never
// end, or with the longest names and large numbers, into a folder of that name.

ensurePackages()
await build()
const chromium = ensureBrowser()
if (!chromium) fail('Pictures are taken in a browser, and none was found.')
const { status } = spawnSync(
  process.execPath,
  ['--import', 'tsx', 'tests/support/shots.ts', ...process.argv.slice(2)],
  { stdio: 'inherit', env: { ...process.env, CHROMIUM: chromium } },
)
process.exit(status ?? 1)
