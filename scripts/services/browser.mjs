import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { findProgram } from './programs.mjs'

/**
 * Debian's headless shell is first: it starts a third cheaper than a whole browser, which includes a desktop's
 * services.
 */
const BROWSERS = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'chrome',
]

/**
 * Finds a Chromium or Chrome for the browser tests: CHROMIUM, else an installed one, else one that is downloaded.
 * Returns its path, or null after printing one sentence on how to get one.
 */
export function ensureBrowser() {
  const found = findBrowser()
  if (found) return found
  fetchBrowser()
  const fetched = findBrowser()
  if (!fetched)
    console.log(
      'Browser tests are skipped: no Chromium was found. Install Chromium or Chrome, or name one: CHROMIUM=/path/to/chromium npm test',
    )
  return fetched
}

/** Returns the path of an installed Chromium or Chrome, or null. */
export function findBrowser() {
  const named = process.env.CHROMIUM
  if (named) {
    if (existsSync(named)) return named
    console.log(`CHROMIUM names ${named}, which does not exist.`)
  }
  return findProgram(BROWSERS) ?? usualPlaces().find((path) => existsSync(path)) ?? playwrightBrowser()
}

function usualPlaces() {
  const windows = [process.env.PROGRAMFILES, process.env['PROGRAMFILES(X86)'], process.env.LOCALAPPDATA].filter(Boolean)
  return [
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
    join(homedir(), 'Applications/Google Chrome.app/Contents/MacOS/Google Chrome'),
    '/snap/bin/chromium',
    ...windows.flatMap((folder) => [
      join(folder, 'Google/Chrome/Application/chrome.exe'),
      join(folder, 'Chromium/Application/chrome.exe'),
    ]),
  ]
}

/** Returns the path of the Chromium that Playwright's own installer has installed, or null. */
function playwrightBrowser() {
  const code = "import('playwright-core').then(({ chromium }) => console.log(chromium.executablePath()))"
  const path = spawnSync(process.execPath, ['-e', code], { encoding: 'utf8' }).stdout?.trim()
  return path && existsSync(path) ? path : null
}

function fetchBrowser() {
  if (process.getuid?.() === 0 && findProgram(['apt-get'])) {
    console.log('No Chromium found: installing it with apt-get ...')
    const environment = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
    const apt = (...args) =>
      spawnSync('apt-get', ['-qq', ...args], { stdio: ['ignore', 'ignore', 'inherit'], env: environment }).status === 0
    const install = (browser) => apt('install', '-y', '--no-install-recommends', browser, 'fonts-noto-cjk')
    if (apt('update') && (install('chromium-headless-shell') || install('chromium'))) return
  }
  console.log("No Chromium found: fetching one with Playwright's installer ...")
  spawnSync(process.execPath, ['node_modules/playwright-core/cli.js', 'install', 'chromium'], { stdio: 'inherit' })
}
