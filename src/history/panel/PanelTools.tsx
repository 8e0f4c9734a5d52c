import { Button, Tooltip } from '@mui/material'
import { Download, ImageDown, ShieldCheck, Table2 } from 'lucide-react'
import { useNotify, useTranslate } from 'react-admin'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { platformNow } from '../../../dataProvider/clock.ts'
import { device as devices } from '../../../resources/device.ts'
import { mayOpen, mayUse } from '../../../resources/kit/access.ts'
import { QUALITY_KEY } from '../../../resources/review.ts'
import { pngOf } from '../../chart/picture.ts'
import type { Range } from '../../chart/model.ts'
import type { Zone } from '../../../resources/kit/zone.ts'
import { judgeSeries } from '../../environment/judgeSeries.ts'
import { useMeasures } from '../../environment/useJudge.ts'
import { download } from '../../kit/download.ts'
import { Menu, MenuItem, messageOf, useCaller, useExtensions } from '../../kit/index.ts'
import { historyFile } from './historyFile.ts'
import { doubtedCount } from './tableRows.ts'
import { useFileWords } from './useFileWords.ts'
import type { HistoryPanelState } from './usePanel.ts'
import css from './answers.module.css'

/** The answer as a table, as a picture, as a file; and the way to mark the values in view. */
export function PanelTools({ panel, zone }: { panel: HistoryPanelState; zone: Zone }) {
  const { device, plot, table, setTable, samples, range, drawn } = panel
  const translate = useTranslate()
  const notify = useNotify()
  const complain = (error: unknown) => notify(messageOf(error, translate), { type: 'error' })
  const words = useFileWords()
  const caller = useCaller()
  const marks =
    useExtensions()?.has('quality') === true && mayOpen(caller, QUALITY_KEY) && mayUse(caller, devices, 'edit')
  const { pollutantOf, whereOf } = useMeasures()
  const saveCsv = (isWanted: (id: number) => boolean) =>
    samples.load().then((all) => {
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
      <Tooltip describeChild title={translate('history.png')}>
        <Button size="small" className={css.button} onClick={() => void savePng()}>
          <ImageDown size={14} aria-hidden />
          PNG
        </Button>
      </Tooltip>
      <CsvButton panel={panel} onSave={(isWanted) => void saveCsv(isWanted)} />
      {marks && (
        <Button size="small" className={css.button} component={Link} to={markingOf(device.id, drawn, range, zone)}>
          <ShieldCheck size={14} aria-hidden />
          {translate('history.mark')}
        </Button>
      )}
    </span>
  )
}

/** The file: of all nodes; where the reader chose some of them, of those or of all. */
function CsvButton({
  panel: { samples, history, shownIds, drawn, picked },
  onSave,
}: {
  panel: HistoryPanelState
  onSave: (isWanted: (id: number) => boolean) => void
}) {
  const translate = useTranslate()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const label = translate('history.csv')
  const offered = picked && drawn.length > 0 && drawn.length < history.nodes.length
  const save = (isWanted: (id: number) => boolean) => {
    setAnchor(null)
    onSave(isWanted)
  }
  return (
    <>
      <Button
        size="small"
        className={css.button}
        aria-busy={samples.loading}
        aria-haspopup={offered ? 'menu' : undefined}
        aria-expanded={offered ? anchor !== null : undefined}
        onClick={(event) => (offered ? setAnchor(event.currentTarget) : save(() => true))}
      >
        <Download size={14} aria-hidden />
        {label}
      </Button>
      {anchor && (
        <Menu anchor={anchor} label={label} side="below" onClose={() => setAnchor(null)}>
          <MenuItem onClick={() => save((id) => shownIds.has(id))}>
            {translate('history.csvChosen', { count: drawn.length })}
          </MenuItem>
          <MenuItem onClick={() => save(() => true)}>
            {translate('history.csvAll', { count: history.nodes.length })}
          </MenuItem>
        </Menu>
      )}
    </>
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
