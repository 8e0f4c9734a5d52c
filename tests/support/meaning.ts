import type { Locator, Page } from 'playwright-core'
import polyglotI18nProvider from 'ra-i18n-polyglot'
import { expect } from 'vitest'
import { loadMessages } from '../../i18n/index.ts'
import { lateWords } from '../../i18n/late.ts'
import { labelIndex, type Language } from '../../i18n/types.ts'
import { AIR_CLASSES } from '../../standards/air/hj633.ts'
import { WATER } from '../../standards/water.ts'
import { upTo } from './slowness.ts'

/** Timeout for looking at a page: the demo's hours are computed after it has started. */
export const LONG = { timeout: upTo(30_000) }

/** What a user reads in each language, written out here independently of the message catalogues. */
export const READ: Record<Language, Reading> = {
  zhCN: {
    title: '总览',
    parts: ['空气', '待我处理', '有什么变了', '区域', '最差五站', '数据可信吗', '设备在线', '网关在线'],
    ofSix: /（\d \/ 6 级）/,
    figures: '统计',
    ranking: '环境排名',
    noise: ['噪声统计', /功能区|声环境/],
    legend: '图例',
    layers: ['图层', '插值场', '风', '区域'],
  },
  zhTW: {
    title: '總覽',
    parts: ['空氣', '待我處理', '有什麼變了', '區域', '最差五站', '資料可信嗎', '裝置線上', '閘道線上'],
    ofSix: /（\d \/ 6 級）/,
    figures: '統計',
    ranking: '環境排名',
    noise: ['噪音統計', /功能區|聲環境/],
    legend: '圖例',
    layers: ['圖層', '內插場', '風', '區域'],
  },
  zhEN: {
    title: 'Overview',
    parts: [
      'Air',
      'Needs me',
      'What changed',
      'Areas',
      'Worst five',
      'Can the data be trusted',
      'Devices online',
      'Gateways online',
    ],
    ofSix: /\(class \d of 6\)/,
    figures: 'Figures',
    ranking: 'Rankings',
    noise: ['Noise levels', /zone/i],
    legend: 'Legend',
    layers: ['Layers', 'Field', 'Wind', 'Areas'],
  },
}
interface Reading {
  /** The heading of the overview, and the headings of its parts. */
  title: string
  parts: readonly string[]
  /** A class of air quality. */
  ofSix: RegExp
  figures: string
  ranking: string
  /** Noise levels, and the zone by which they are judged. */
  noise: readonly [levels: string, zone: RegExp]
  legend: string
  layers: readonly [layers: string, field: string, wind: string, areas: string]
}

export type Words = Awaited<ReturnType<typeof wordsOf>>
export type Say = Words['say']

export const region = (page: Page, name: string): Locator => page.getByRole('region', { name, exact: true })

/** Waits until the text of a part, or the given attribute, matches. */
export async function says(part: Locator, wanted: RegExp, attribute?: 'aria-label' | 'aria-valuetext'): Promise<void> {
  const read = async () => (await (attribute ? part.getAttribute(attribute) : part.innerText()))?.replace(/\s+/g, ' ')
  await expect.poll(read, LONG).toMatch(wanted)
}

/**
 * Checks that a rule of the overview's open alarms stands on one line where there is room, and stays within its panel
 * where there is little.
 */
export async function fitRules(page: Page, needs: string): Promise<void> {
  const rule = region(page, needs).locator('[data-part=rule]').first()
  await rule.waitFor(LONG)
  // The element is replaced rather than changed: its content belongs to React.
  await rule.evaluate((element) => {
    const other = element.cloneNode() as Element
    other.innerHTML = '<b>150.0</b> > 150.0 µg/m³'
    element.replaceWith(other)
  })
  for (const width of [1920, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    // A line is some 20 px high.
    await expect.poll(async () => (await rule.boundingBox())?.height, LONG).toBeLessThan(30)
  }
  for (const width of [1280, 1024, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    const beyond = () => region(page, needs).evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)
    await expect.poll(beyond, LONG).toBe(0)
  }
}

/** The air quality classes behind a chart's curves, from the top, read from the colours of the rail beside its axis. */
export const railOf = (chart: Locator): Promise<string> =>
  chart.evaluate((frame) => {
    const [canvas, plot] = [frame.querySelector('canvas'), frame.querySelector<HTMLElement>('.u-over')]
    const drawn = canvas?.getContext('2d')
    if (!canvas || !drawn || !plot?.offsetHeight) return ''
    const style = getComputedStyle(document.documentElement)
    const names = new Map([1, 2, 3, 4, 5, 6].map((of) => [style.getPropertyValue(`--a${of}`).trim(), `a${of}`]))
    const scale = canvas.width / canvas.clientWidth
    const pixels = (css: number): number => Math.round(css * scale)
    const [left, top, height] = [pixels(plot.offsetLeft) - 2, pixels(plot.offsetTop), pixels(plot.offsetHeight)]
    const column = drawn.getImageData(left, top, 1, height).data
    const met = new Set<string>()
    for (let at = 0; at < column.length; at += 4) {
      const color = Array.from(column.slice(at, at + 3), (part) => part.toString(16).padStart(2, '0')).join('')
      const name = names.get(`#${color}`)
      if (name) met.add(name)
    }
    return [...met].join(' ')
  })

/** Placeholder for any text in the blank of a sentence. */
export const ANY = '\u0001'
const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\/]/g, String.raw`\$&`)
export const pattern = (text: string): string => text.split(ANY).map(escaped).join('.+?')
export const oneOf = (...texts: readonly string[]): string => `(?:${texts.map(pattern).join('|')})`
/** Matches the texts in this order, with anything between them. */
export const inOrder = (...texts: readonly string[]): RegExp => new RegExp(texts.map(pattern).join('[^]*?'))

/**
 * The console's texts in a language: messages by key, and the names of the classes of air, noise and water, the best
 * first.
 */
export async function wordsOf(language: Language) {
  const messages = await loadMessages(language)
  const late = Object.assign({}, await lateWords('qualityPage', language), await lateWords('lawMeans', language))
  const provider = polyglotI18nProvider(() => messages, language)
  const say = (key: string, args: object = {}): string => {
    const words = key
      .split('.')
      .reduce<unknown>((inner, name) => (inner as Record<string, unknown> | undefined)?.[name], late)
    const text = provider.translate(key, { _: words, ...args })
    if (text === key) throw new Error(`There are no words for ${key}.`)
    return text
  }
  const levels = (room: string, count: number): string[] =>
    Array.from({ length: count }, (_, at) => say(`environment.${room}.${at + 1}`))
  const place = labelIndex[language]
  const water = WATER.classes.map((names) => names[place])
  return {
    say,
    air: AIR_CLASSES.map((names) => names[place]),
    airShort: levels('short.HJ633', 6),
    noise: levels('noise', 3),
    noiseShort: levels('noiseShort', 3),
    water,
    waterShort: [...water.slice(0, -1), say('environment.short.GB3838.6')],
    numerals: levels('numeral', 6),
  }
}
