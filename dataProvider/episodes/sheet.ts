import { fetchFile } from '../http.ts'
import { groupQuery, type AskedEpisodes } from './groups.ts'

/**
 * Returns the episodes that a list finds, over all its pages, as an .xlsx file (wire.md, `episode-sheet`): the newest
 * MOST_IN_SHEET of them.
 */
export const episodeSheet = (asked: AskedEpisodes): Promise<File> =>
  fetchFile('episodes/export', { query: groupQuery(asked), timeout: 120_000 })
