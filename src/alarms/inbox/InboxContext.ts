import { createContext, use } from 'react'
import type { Episode } from '../../../dataProvider/episodes/rows.ts'
import type { Grouping } from '../../../resources/kit/episode.ts'
import type { InboxAct } from './acts/acted.ts'
import type { Acts } from './acts/useActs.ts'
import type { RowGroup } from './groups.ts'
import type { Opened } from './useOpened.ts'

/** What all parts of the inbox share. */
export interface Inbox extends Acts {
  groups: readonly RowGroup[]
  /** The rows in the order in which J and K walk them. */
  rows: readonly Episode[]
  grouping: Grouping
  group: (by: Grouping) => void
  /** The episode whose detail is in view. */
  current: number | null
  opened: Opened
  open: (id: number | null) => void
  /** Moves the cursor by some rows. */
  move: (by: number) => void
  /** Rows that are ticked, as they are now. */
  selected: readonly Episode[]
  /** On a phone, while any is ticked: a tap on a row ticks it too, where it opens it else. */
  picking: boolean
  /** Begins an act: at once where it needs nothing, else its dialog opens. */
  begin: (act: InboxAct, episodes: readonly Episode[]) => void
  /** Does it, and goes on to the next row. */
  finish: Finish
  me: number
  now: number
  /** Since when it is open, epoch ms. */
  openedAt: number
  /** What projects are called, for who sees several; else empty. */
  projects: ReadonlyMap<number | null, string>
}

export type Finish = (
  act: InboxAct,
  episodes: readonly Episode[],
  sent: Parameters<Acts['act']>[2],
  photo?: string,
) => void

export const InboxContext = createContext<Inbox | null>(null)

/** The inbox around. */
export function useInbox(): Inbox {
  const inbox = use(InboxContext)
  if (!inbox) throw new Error('useInbox needs the inbox above it')
  return inbox
}
