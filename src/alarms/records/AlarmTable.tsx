import { useTranslate } from 'ra-core'
import { useEffect, useRef, type KeyboardEvent, type RefObject } from 'react'
import type { AlarmRecord } from '../../../dataProvider/alarms.ts'
import type { NamedId } from '../../../dataProvider/normalise.ts'
import type { Zone } from '../../../resources/kit/zone.ts'
import { LevelBadge, StateBadge } from './badges.tsx'
import { canHandle, isMeasured } from './canHandle.ts'
import { Measured } from './Measured.tsx'
import { useShortTime } from './useShortTime.ts'

export interface AlarmTableProps {
  rows: readonly AlarmRecord[]
  zone: Zone
  today: string
  areaNames: ReadonlyMap<number, string>
  /** undefined: no project column. */
  projects: readonly NamedId[] | undefined
  chosen: ReadonlySet<number>
  onChosen: (chosen: ReadonlySet<number>) => void
  onOpen: (kind: 'handle' | 'detail', id: number) => void
}

/** The records. By keyboard: up and down walk the rows, space marks one, H handles it, Enter opens its details. */
export function AlarmTable({ rows, zone, today, areaNames, projects, chosen, onChosen, onOpen }: AlarmTableProps) {
  const translate = useTranslate()
  const short = useShortTime(zone, today)
  const body = useRef<HTMLTableSectionElement>(null)
  const stand = useStand(body, rows)
  const open = rows.filter(canHandle)
  const withLevel = rows.some(({ level }) => level !== null)
  const all = open.length > 0 && open.every(({ id }) => chosen.has(id))
  const mark = (id: number) =>
    onChosen(new Set(chosen.has(id) ? [...chosen].filter((other) => other !== id) : [...chosen, id]))
  const press = (event: KeyboardEvent<HTMLTableRowElement>, record: AlarmRecord) => {
    if (event.target !== event.currentTarget || event.ctrlKey || event.metaKey || event.altKey) return
    const moves: Record<string, () => void> = {
      ArrowDown: () => focusRow(event.currentTarget.nextElementSibling),
      ArrowUp: () => focusRow(event.currentTarget.previousElementSibling),
      Enter: () => onOpen('detail', record.id),
      h: () => canHandle(record) && onOpen('handle', record.id),
      ' ': () => canHandle(record) && mark(record.id),
    }
    const move = moves[event.key.length === 1 ? event.key.toLowerCase() : event.key]
    if (!move) return
    event.preventDefault()
    move()
  }
  return (
    <table className="ui-table alarms-table" aria-label={translate('alarms.title')} aria-describedby="alarms-keys">
      <caption id="alarms-keys" className="visually-hidden">
        {translate('alarms.keys')}
      </caption>
      <thead>
        <tr>
          <th scope="col">
            <input
              type="checkbox"
              className="ui-check"
              aria-label={translate('alarms.markAll')}
              disabled={open.length === 0}
              checked={all}
              ref={(box) => {
                if (box) box.indeterminate = !all && open.some(({ id }) => chosen.has(id))
              }}
              onChange={() => onChosen(new Set(all ? [] : open.map(({ id }) => id)))}
            />
          </th>
          <th scope="col">{translate('alarms.time')}</th>
          {withLevel && <th scope="col">{translate('alarms.level')}</th>}
          <th scope="col">{translate('alarms.deviceArea')}</th>
          <th scope="col">{translate('alarms.node')}</th>
          <th scope="col" data-numeric>
            {translate('alarms.value')}
          </th>
          <th scope="col">{translate('alarms.rule')}</th>
          <th scope="col">{translate('alarms.message')}</th>
          {projects && <th scope="col">{translate('alarms.project')}</th>}
          <th scope="col">{translate('alarms.state')}</th>
          <th scope="col" className="alarms-actions">
            {translate('alarms.actions')}
          </th>
        </tr>
      </thead>
      <tbody ref={body}>
        {rows.map((record, index) => (
          <tr
            key={record.id}
            tabIndex={index === 0 ? 0 : -1}
            data-open={(canHandle(record) && isMeasured(record)) || undefined}
            onKeyDown={(event) => press(event, record)}
            onFocus={() => stand(index)}
          >
            <td>
              {canHandle(record) && (
                <input
                  type="checkbox"
                  className="ui-check"
                  aria-label={translate('alarms.mark', { name: record.message || record.threshold })}
                  checked={chosen.has(record.id)}
                  onChange={() => mark(record.id)}
                />
              )}
            </td>
            <td className="alarms-time" title={zone.full(record.at)}>
              {short(record.at)}
            </td>
            {withLevel && (
              <td>
                <LevelBadge level={record.level} />
              </td>
            )}
            <td>
              <div className="alarms-device" title={record.deviceName}>
                {record.deviceName || '—'}
              </div>
              <Area name={record.area === null ? '' : (areaNames.get(record.area) ?? '')} />
            </td>
            <td className="alarms-short" title={record.nodeName}>
              {record.nodeName || '—'}
            </td>
            <td data-numeric className="alarms-value">
              <Measured record={record} />
            </td>
            <td className="alarms-short alarms-rule" title={record.rule}>
              {record.rule}
            </td>
            <td className="alarms-message" title={record.message}>
              <span>{record.message}</span>
            </td>
            {projects && <Project name={projects.find(({ id }) => id === record.project)?.name ?? ''} />}
            <td>
              <StateBadge record={record} zone={zone} />
            </td>
            <td className="alarms-actions">
              {canHandle(record) && (
                <button type="button" className="ui-button" onClick={() => onOpen('handle', record.id)}>
                  {translate('alarms.handle')}
                </button>
              )}
              <button type="button" className="alarms-link" onClick={() => onOpen('detail', record.id)}>
                {translate('alarms.detail')}
              </button>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const Area = ({ name }: { name: string }) => <small title={name}>{name}</small>

const Project = ({ name }: { name: string }) => (
  <td className="alarms-short" title={name}>
    {name}
  </td>
)

const focusRow = (row: Element | null): void => {
  if (row instanceof HTMLElement) row.focus()
}

/** Remembers the row that is stood on. Where it leaves the list with the focus, handled and filtered away, the one that takes its place is stood on. */
function useStand(body: RefObject<HTMLElement | null>, rows: readonly AlarmRecord[]): (index: number) => void {
  const stood = useRef<{ id: number; index: number } | null>(null)
  useEffect(() => {
    const last = stood.current
    if (last === null || rows.some(({ id }) => id === last.id)) return
    stood.current = null
    if (document.activeElement === document.body)
      focusRow(body.current?.children[Math.min(last.index, rows.length - 1)] ?? null)
  }, [body, rows])
  return (index) => {
    const record = rows[index]
    if (record) stood.current = { id: record.id, index }
    stopAt(body.current, index)
  }
}

/** One row is in the tab order: the one last stood on. */
function stopAt(body: HTMLElement | null, index: number): void {
  body?.querySelectorAll('tr').forEach((row, place) => {
    row.tabIndex = place === index ? 0 : -1
  })
}
