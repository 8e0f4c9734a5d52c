import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { chromium } from 'playwright-core'
import { ensureBrowser } from './services/browser.mjs'
import { fail } from './setup.mjs'

// `node scripts/icons.mjs`: draws the icons of an installed console with Chromium from public/favicon.svg into
// public/icons. Only needed when the logo changes.

/**
 * A maskable icon may be cropped to a circle of 80 % of its width, so its background extends to the edges and the logo
 * stays inside.
 */
const icons = [
  { name: 'icon-192', size: 192, mark: 1, ground: null },
  { name: 'icon-512', size: 512, mark: 1, ground: null },
  { name: 'maskable-512', size: 512, mark: 0.72, ground: '#3d50cc' },
  { name: 'apple-touch-180', size: 180, mark: 0.86, ground: '#3d50cc' },
]

const executablePath = ensureBrowser()
if (!executablePath) fail('Icons are drawn in a browser, and none was found.')
const svg = Buffer.from(readFileSync('public/favicon.svg')).toString('base64')
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] })
mkdirSync('public/icons', { recursive: true })
for (const { name, size, mark, ground } of icons) {
  const page = await browser.newPage({ viewport: { width: size, height: size } })
  const inner = Math.round(size * mark)
  await page.setContent(
    `<body style="margin:0;display:grid;place-items:center;height:100vh;background:${ground ?? 'transparent'}"><img width="${inner}" height="${inner}" src="data:image/svg+xml;base64,${svg}"></body>`,
  )
  writeFileSync(`public/icons/${name}.png`, await page.screenshot({ omitBackground: true }))
  await page.close()
}
await browser.close()
