import type { Language } from './types.ts'

/**
 * Catalogues that few screens show: loaded with those screens, so that other pages do not load them. Each file's single
 * export has the name of the catalogue.
 */
const sources = {
  ranking: {
    zhCN: () => import('./zhCN/ranking.ts'),
    zhTW: () => import('./zhTW/ranking.ts'),
    zhEN: () => import('./zhEN/ranking.ts'),
  },
  noise: {
    zhCN: () => import('./zhCN/noise.ts'),
    zhTW: () => import('./zhTW/noise.ts'),
    zhEN: () => import('./zhEN/noise.ts'),
  },
  lawMeans: {
    zhCN: () => import('./zhCN/lawMeans.ts'),
    zhTW: () => import('./zhTW/lawMeans.ts'),
    zhEN: () => import('./zhEN/lawMeans.ts'),
  },
  qualityPage: {
    zhCN: () => import('./zhCN/qualityPage.ts'),
    zhTW: () => import('./zhTW/qualityPage.ts'),
    zhEN: () => import('./zhEN/qualityPage.ts'),
  },
  trace: {
    zhCN: () => import('./zhCN/trace.ts'),
    zhTW: () => import('./zhTW/trace.ts'),
    zhEN: () => import('./zhEN/trace.ts'),
  },
  palette: {
    zhCN: () => import('./zhCN/palette.ts'),
    zhTW: () => import('./zhTW/palette.ts'),
    zhEN: () => import('./zhEN/palette.ts'),
  },
  cleaners: {
    zhCN: () => import('./zhCN/cleaners.ts'),
    zhTW: () => import('./zhTW/cleaners.ts'),
    zhEN: () => import('./zhEN/cleaners.ts'),
  },
  system: {
    zhCN: () => import('./zhCN/system.ts'),
    zhTW: () => import('./zhTW/system.ts'),
    zhEN: () => import('./zhEN/system.ts'),
  },
  knocks: {
    zhCN: () => import('./zhCN/knocks.ts'),
    zhTW: () => import('./zhTW/knocks.ts'),
    zhEN: () => import('./zhEN/knocks.ts'),
  },
  station: {
    zhCN: () => import('./zhCN/station.ts'),
    zhTW: () => import('./zhTW/station.ts'),
    zhEN: () => import('./zhEN/station.ts'),
  },
  channels: {
    zhCN: () => import('./zhCN/channels.ts'),
    zhTW: () => import('./zhTW/channels.ts'),
    zhEN: () => import('./zhEN/channels.ts'),
  },
  deviceNotes: {
    zhCN: () => import('./zhCN/deviceNotes.ts'),
    zhTW: () => import('./zhTW/deviceNotes.ts'),
    zhEN: () => import('./zhEN/deviceNotes.ts'),
  },
  handover: {
    zhCN: () => import('./zhCN/handover.ts'),
    zhTW: () => import('./zhTW/handover.ts'),
    zhEN: () => import('./zhEN/handover.ts'),
  },
  ruleForm: {
    zhCN: () => import('./zhCN/ruleForm.ts'),
    zhTW: () => import('./zhTW/ruleForm.ts'),
    zhEN: () => import('./zhEN/ruleForm.ts'),
  },
  measured: {
    zhCN: () => import('./zhCN/measured.ts'),
    zhTW: () => import('./zhTW/measured.ts'),
    zhEN: () => import('./zhEN/measured.ts'),
  },
  liveList: {
    zhCN: () => import('./zhCN/liveList.ts'),
    zhTW: () => import('./zhTW/liveList.ts'),
    zhEN: () => import('./zhEN/liveList.ts'),
  },
  moment: {
    zhCN: () => import('./zhCN/moment.ts'),
    zhTW: () => import('./zhTW/moment.ts'),
    zhEN: () => import('./zhEN/moment.ts'),
  },
  importing: {
    zhCN: () => import('./zhCN/importing.ts'),
    zhTW: () => import('./zhTW/importing.ts'),
    zhEN: () => import('./zhEN/importing.ts'),
  },
} satisfies Record<string, Record<Language, () => Promise<LateWords>>>

export type LateRoom = keyof typeof sources
export type LateWords = Readonly<Record<string, unknown>>

/**
 * Loads a late catalogue, as an object with the catalogue's name as its key; all callers share one promise. A failed
 * load is repeated at the next call.
 */
export function lateWords(room: LateRoom, language: Language): Promise<LateWords> {
  const key = `${room} ${language}`
  const known = kept.get(key)
  if (known) return known
  const loading: Promise<LateWords> = sources[room][language]()
  kept.set(key, loading)
  loading.catch(() => kept.delete(key))
  return loading
}

const kept = new Map<string, Promise<LateWords>>()
