import { createContext, use } from 'react'
import type { Episode } from '../../../dataProvider/episodes/rows.ts'
import type { Grouping } from '../../../resources/kit/episode.ts'
import type { InboxAct } from './acts/acted.ts'
import type { Acts } from './acts/useActs.ts'
import type { RowGroup } from './groups.ts'
import type { Opened } from './useOpened.ts'

/** State that all parts of the inbox share. */
export interface Inbox extends Acts {
  groups: readonly RowGroup[]
  /** Rows in the order in which J and K walk them. */
  rows: readonly Episode[]
  grouping: Grouping
  group: (by: Grouping) => void
  /** Id of the episode whose detail is in view. */
  current: number | null
  opened: Opened
  open: (id: number | null) => void
  /** Moves the cursor by a number of rows. */
  move: (by: number) => void
  /** The ticked rows, with their current state. */
  selected: readonly Episode[]
  /** On a phone while any row is ticked: a tap on a row ticks it instead of opening it. */
  picking: boolean
  /** Begins an act: at once where it needs no input, otherwise its dialog opens. */
  begin: (act: InboxAct, episodes: readonly Episode[]) => void
  /** Performs the act and goes on to the next row. */
  finish: Finish
  me: number
  now: number
  /** When the inbox was opened, epoch ms. */
  openedAt: number
  /** Names of projects, for users who see several; otherwise empty. */
  projects: ReadonlyMap<number | null, string>
}

export type Finish = (
  act: InboxAct,
  episodes: readonly Episode[],
  sent: Parameters<Acts['act']>[2],
  photo?: string,
) => void

export const InboxContext = createContext<Inbox | null>(null)

/**
 * Returns the state of the surrounding inbox.
 *
 * @throws where there is no inbox above
 */
export function useInbox(): Inbox {
  const inbox = use(InboxContext)
  if (!inbox) throw new Error('useInbox needs the inbox above it')
  return inbox
}
