import { useNotify, useTranslate } from 'react-admin'
import { platformNow } from '../../../dataProvider/clock.ts'
import { device as devices } from '../../../resources/device.ts'
import { mayOpen, mayUse } from '../../../resources/kit/access.ts'
import type { Zone } from '../../../resources/kit/zone.ts'
import { QUALITY_KEY } from '../../../resources/review.ts'
import type { Range } from '../../chart/model.ts'
import { pngOf } from '../../chart/picture.ts'
import { judgeSeries } from '../../environment/judgeSeries.ts'
import { useMeasures } from '../../environment/useJudge.ts'
import { download } from '../../kit/download.ts'
import { messageOf, useCaller, useExtensions } from '../../kit/index.ts'
import { historyFile } from './historyFile.ts'
import { doubtedCount } from './tableRows.ts'
import { useFileWords } from './useFileWords.ts'
import type { HistoryPanelState } from './usePanel.ts'

/** The actions of a panel's tools, for buttons and menu entries alike. */
export interface Tools {
  /** The device's name. */
  name: string
  /** Whether the table of samples is shown. */
  isTable: boolean
  toggleTable: () => void
  savePng: () => void
  /** The files on offer: of all nodes; if the user chose some nodes, of those or of all. */
  files: readonly { words: string; save: () => void }[]
  /** Whether the samples of a file are loading. */
  isLoading: boolean
  /** Address of the page where the values in view are flagged; null for a user without the right. */
  marking: string | null
}

/** Returns a panel's tools: table, picture, file, and the link to flag the values in view. */
export function useTools(panel: HistoryPanelState, zone: Zone): Tools {
  const { device, plot, table, setTable, samples, range, history, shownIds, drawn, picked } = panel
  const translate = useTranslate()
  const notify = useNotify()
  const complain = (error: unknown) => notify(messageOf(error, translate), { type: 'error' })
  const words = useFileWords()
  const caller = useCaller()
  const marks =
    useExtensions()?.has('quality') === true && mayOpen(caller, QUALITY_KEY) && mayUse(caller, devices, 'edit')
  const { pollutantOf, whereOf } = useMeasures()
  const saveCsv = (isWanted: (id: number) => boolean) =>
    void samples.load().then((all) => {
      const nodes = all.filter(({ id }) => isWanted(id))
      const where = whereOf(device.id, device.project_id ?? null)
      const judged = nodes.map((node) => {
        const pollutant = pollutantOf(node.id)
        return { ...node, judge: pollutant === undefined ? null : judgeSeries(zone, pollutant, node.cells.unit, where) }
      })
      download(`${device.name}.csv`, historyFile(judged, words, zone))
      const leftOut = doubtedCount(nodes)
      if (leftOut.count > 0) notify(translate('history.beside.leftOut', leftOut), { type: 'info' })
    }, complain)
  const ofAll = {
    words: translate('history.csvAll', { count: history.nodes.length }),
    save: () => saveCsv(() => true),
  }
  const ofChosen = {
    words: translate('history.csvChosen', { count: drawn.length }),
    save: () => saveCsv((id) => shownIds.has(id)),
  }
  const isChosen = picked && drawn.length > 0 && drawn.length < history.nodes.length
  return {
    name: device.name,
    isTable: table,
    toggleTable: () => setTable(!table),
    savePng: () =>
      void pngOf([plot.current?.picture(device.name) ?? []].flat()).then(
        (picture) => picture && download(`${device.name}.png`, picture),
        complain,
      ),
    files: isChosen ? [ofChosen, ofAll] : [ofAll],
    isLoading: samples.loading,
    marking: marks ? markingOf(device.id, drawn, range, zone) : null,
  }
}

/** Returns the address for flagging the values of a span, up to now; with the drawn node if there is only one. */
function markingOf(device: number, drawn: readonly { id: number }[], { from, to }: Range, zone: Zone): string {
  const until = Math.floor(Math.min(to, platformNow()))
  const [only] = drawn.length === 1 ? drawn : []
  const search = new URLSearchParams({
    view: 'reviews',
    month: zone.day(until).slice(0, 7),
    device: String(device),
    from: String(Math.ceil(Math.min(from, until))),
    to: String(until),
  })
  if (only) search.set('node', String(only.id))
  return `/monitor/quality?${search.toString()}`
}
