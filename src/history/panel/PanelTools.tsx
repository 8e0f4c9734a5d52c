import { Button } from '@mui/material'
import { Download, ImageDown, Table2 } from 'lucide-react'
import { useNotify, useTranslate } from 'react-admin'
import { pngOf } from '../../chart/picture.ts'
import type { Zone } from '../../../resources/kit/zone.ts'
import { judgeSeries } from '../../environment/judgeSeries.ts'
import { useMeasures } from '../../environment/useJudge.ts'
import { download } from '../../kit/download.ts'
import { messageOf } from '../../kit/index.ts'
import { historyFile } from './historyFile.ts'
import { doubtedCount } from './tableRows.ts'
import { useFileWords } from './useFileWords.ts'
import type { HistoryPanelState } from './usePanel.ts'
import css from './answers.module.css'

/** The answer as a table, as a picture, as a file. */
export function PanelTools({
  panel: { device, plot, table, setTable, samples },
  zone,
}: {
  panel: HistoryPanelState
  zone: Zone
}) {
  const translate = useTranslate()
  const notify = useNotify()
  const complain = (error: unknown) => notify(messageOf(error, translate), { type: 'error' })
  const words = useFileWords()
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
    </span>
  )
}
