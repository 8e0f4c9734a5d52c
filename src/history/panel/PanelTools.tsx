import { Button } from '@mui/material'
import { Download, ImageDown, ShieldCheck, Table2 } from 'lucide-react'
import { useNotify, useTranslate } from 'react-admin'
import { Link } from 'react-router-dom'
import { platformNow } from '../../../dataProvider/clock.ts'
import { device as devices } from '../../../resources/device.ts'
import { mayOpen, mayUse } from '../../../resources/kit/access.ts'
import { pngOf } from '../../chart/picture.ts'
import type { Range } from '../../chart/model.ts'
import type { Zone } from '../../../resources/kit/zone.ts'
import { judgeSeries } from '../../environment/judgeSeries.ts'
import { useMeasures } from '../../environment/useJudge.ts'
import { download } from '../../kit/download.ts'
import { messageOf, useCaller, useExtensions } from '../../kit/index.ts'
import { historyFile } from './historyFile.ts'
import { doubtedCount } from './tableRows.ts'
import { useFileWords } from './useFileWords.ts'
import type { HistoryPanelState } from './usePanel.ts'
import css from './answers.module.css'

/** Key of the page of data quality, which no room within reach knows. */
const QUALITY = '2-8'

/** The answer as a table, as a picture, as a file; and the way to mark the values in view. */
export function PanelTools({
  panel: { device, plot, table, setTable, samples, range, drawn },
  zone,
}: {
  panel: HistoryPanelState
  zone: Zone
}) {
  const translate = useTranslate()
  const notify = useNotify()
  const complain = (error: unknown) => notify(messageOf(error, translate), { type: 'error' })
  const words = useFileWords()
  const caller = useCaller()
  const marks = useExtensions()?.has('quality') === true && mayOpen(caller, QUALITY) && mayUse(caller, devices, 'edit')
  const { pollutantOf, whereOf } = useMeasures()
  const saveCsv = () =>
    samples.load().then((nodes) => {
      const where = whereOf(device.id, device.project_id ?? null)
      const judged = nodes.map((node) => {
        const pollutant = pollutantOf(node.id)
        return { ...node, judge: pollutant === undefined ? null : judgeSeries(zone, pollutant, node.cells.unit, where) }
      })
      download(`${device.name}.csv`, historyFile(judged, words, zone))
      const count = doubtedCount(nodes)
      if (count > 0) notify(translate('history.beside.leftOut', { count }), { type: 'info' })
    }, complain)
  const savePng = () =>
    pngOf([plot.current?.picture(device.name) ?? []].flat()).then(
      (picture) => picture && download(`${device.name}.png`, picture),
      complain,
    )
  return (
    <span className={css.toolsEnd}>
      <Button size="small" className={css.button} aria-pressed={table} onClick={() => setTable(!table)}>
        <Table2 size={14} aria-hidden />
        {translate('history.table')}
      </Button>
      <Button size="small" className={css.button} title={translate('history.png')} onClick={() => void savePng()}>
        <ImageDown size={14} aria-hidden />
        PNG
      </Button>
      <Button size="small" className={css.button} aria-busy={samples.loading} onClick={() => void saveCsv()}>
        <Download size={14} aria-hidden />
        {translate('history.csv')}
      </Button>
      {marks && (
        <Button size="small" className={css.button} component={Link} to={markingOf(device.id, drawn, range, zone)}>
          <ShieldCheck size={14} aria-hidden />
          {translate('history.mark')}
        </Button>
      )}
    </span>
  )
}

/** Where the values of a span are marked, up to now; of the node that is drawn, where there is one alone. */
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
