import { foldText } from '../../../resources/kit/fold.ts'
import type { MenuGroup } from '../../../resources/menu.ts'
import { match, searchable, queryCharacters, type Hit, type PinyinOf, type Searchable } from './match.ts'

const SECTIONS = ['recent', 'device', 'area', 'gateway', 'user', 'page', 'action'] as const
export type PaletteSection = (typeof SECTIONS)[number]

/** An entry that the palette can find. */
export interface Entry {
  /** Unique: "device:7". */
  id: string
  section: Exclude<PaletteSection, 'recent'>
  /** Name by which it is found and shown. */
  name: string
  /** Other names, mainly in the other languages, by which it is found as by its name. */
  also?: readonly string[]
  /** Codes used elsewhere: on a label, in a file. Any part of at least three characters finds the entry. */
  codes?: readonly string[]
  /** A second, less prominent text; the entry is also found by its literal characters. */
  hint?: string
  /** Address that it leads to, or action that it performs. */
  to: string | (() => void)
  /** Id of the device that it stands for. */
  device?: number
  /** Menu group of a page, which determines the icon. */
  group?: MenuGroup['icon']
  icon: 'device' | 'area' | 'project' | 'gateway' | 'user' | 'page' | 'theme' | 'language' | 'leave' | 'bigScreen'
}

export interface Found {
  entry: Entry
  /** Part of the name to mark; null where the name itself did not match, or nothing was typed. */
  mark: Pick<Hit, 'from' | 'to'> | null
  /** The other name or code by which the entry was found, if not by its own name. */
  by?: string
}

export interface PaletteGroup {
  section: PaletteSection
  found: Found[]
}

interface Indexed {
  entry: Entry
  name: Searchable
  also: readonly Searchable[]
  codes: readonly string[]
  hint: string
}

/** Maximum number of entries shown in each section. */
const MAX_SHOWN: Record<PaletteSection, number> = {
  recent: 5,
  device: 6,
  area: 4,
  gateway: 4,
  user: 4,
  page: 5,
  action: 4,
}
/** A match in another name ranks after all matches in the shown name, and one in the hint last. */
const ALSO_SCORE = -500
const HINT_SCORE = -1000
/** A complete code is surely meant; a part of one may match by chance. */
const CODE_SCORE = { whole: 1000, part: -600 }
/** Shorter texts occur in too many codes. */
const MIN_CODE_LENGTH = 3
/** Names indexed in one go, which takes a few milliseconds. */
const CHUNK = 2000

/**
 * Builds the searchable entries. Works in pieces, so that the page stays responsive while thousands are prepared;
 * `pause` yields to the browser.
 */
export async function buildIndex(
  entries: readonly Entry[],
  readings: PinyinOf,
  pause: () => Promise<void>,
  isOver: () => boolean,
): Promise<readonly Indexed[]> {
  const index: Indexed[] = []
  for (let at = 0; at < entries.length && !isOver(); at += CHUNK) {
    for (const entry of entries.slice(at, at + CHUNK)) index.push(indexed(entry, readings))
    // Sequential on purpose: the pieces must not run together.
    await pause()
  }
  return index
}

const indexed = (entry: Entry, readings: PinyinOf): Indexed => ({
  entry,
  name: searchable(entry.name, readings),
  also: (entry.also ?? []).map((name) => searchable(name, readings)),
  codes: (entry.codes ?? []).map((code) => foldText(code)),
  hint: foldText(entry.hint ?? ''),
})

export type Index = Awaited<ReturnType<typeof buildIndex>>

/** Returns the best entries of each section; without typed text, the entries opened last, then pages and actions. */
export function find(index: Index, query: string, recent: readonly string[]): PaletteGroup[] {
  const sought = queryCharacters(query)
  if (sought.length === 0) return unasked(index, recent)
  const text = foldText(query.trim())
  const lately = new Map(recent.map((id, at) => [id, recent.length - at]))
  const found = new Map<PaletteSection, { item: Found; score: number }[]>()
  for (const one of index) {
    const hit = match(one.name, sought)
    const other = hit === null && one.also.length > 0 ? otherName(one, sought) : null
    const code = codeWith(one, text)
    if (hit === null && other === null && code === null && !one.hint.includes(text)) continue
    const { entry } = one
    const list = found.get(entry.section) ?? []
    const score = Math.max(hit?.score ?? other?.score ?? HINT_SCORE, code?.score ?? HINT_SCORE)
    const by = code?.score === score ? code.by : other?.by
    list.push({ item: { entry, mark: hit, by }, score: score + (lately.get(entry.id) ?? 0) * 10 })
    found.set(entry.section, list)
  }
  return SECTIONS.flatMap((section) => {
    const best = (found.get(section) ?? []).sort((a, b) => b.score - a.score).slice(0, MAX_SHOWN[section])
    return best.length === 0 ? [] : [{ section, found: best.map(({ item }) => item) }]
  })
}

/** Returns the code that contains the text, if any. */
function codeWith({ entry, codes }: Indexed, text: string): { by: string; score: number } | null {
  if (text.length < MIN_CODE_LENGTH) return null
  const whole = codes.indexOf(text)
  const at = whole === -1 ? codes.findIndex((code) => code.includes(text)) : whole
  return at === -1 ? null : { by: entry.codes?.[at] ?? '', score: whole === -1 ? CODE_SCORE.part : CODE_SCORE.whole }
}

/** Returns the best match among the other names. */
function otherName({ entry, also }: Indexed, sought: readonly string[]): { by: string; score: number } | null {
  let best: { by: string; score: number } | null = null
  for (const [at, name] of also.entries()) {
    const hit = match(name, sought)
    if (hit !== null && (best === null || hit.score + ALSO_SCORE > best.score))
      best = { by: entry.also?.[at] ?? '', score: hit.score + ALSO_SCORE }
  }
  return best
}

function unasked(index: Index, recent: readonly string[]): PaletteGroup[] {
  const byId = new Map(index.filter(({ entry }) => recent.includes(entry.id)).map(({ entry }) => [entry.id, entry]))
  const groups: Record<'recent' | 'page' | 'action', Entry[]> = {
    recent: recent.flatMap((id) => byId.get(id) ?? []),
    page: index.flatMap(({ entry }) => (entry.section === 'page' && !byId.has(entry.id) ? [entry] : [])),
    action: index.flatMap(({ entry }) => (entry.section === 'action' ? [entry] : [])),
  }
  return (['recent', 'page', 'action'] as const).flatMap((section) => {
    const found = groups[section]
      .slice(0, section === 'recent' ? MAX_SHOWN.recent : 20)
      .map((entry) => ({ entry, mark: null }))
    return found.length === 0 ? [] : [{ section, found }]
  })
}
