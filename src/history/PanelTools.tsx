import { Button } from '@mui/material'
import { Download, ImageDown, Table2 } from 'lucide-react'
import { useNotify, useTranslate } from 'react-admin'
import { pngOf } from '../chart/picture.ts'
import type { Zone } from '../../resources/kit/zone.ts'
import { download } from '../kit/csv.ts'
import { messageOf } from '../kit/index.ts'
import { historyCsv } from './tableRows.ts'
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
  const saveCsv = () =>
    samples
      .load()
      .then((nodes) => download(`${device.name}.csv`, historyCsv(nodes, translate('history.time'), zone)), complain)
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
