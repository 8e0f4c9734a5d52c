import { ChevronDown, ChevronRight, Search } from 'lucide-react'
import { useTranslate } from 'ra-core'
import { useMemo, useState, type Ref } from 'react'
import type { Row } from '../../../dataProvider/rows.ts'
import { parseIds } from '../../../resources/kit/access.ts'
import { LinesSkeleton } from '../../fields/BlockSkeleton.tsx'
import type { ControlProps } from '../../fields/control.ts'
import { FetchProblem } from '../../fields/FetchProblem.tsx'
import { indexOf, useNames } from '../../fields/names.ts'
import { useRefChoices } from '../../fields/useRefChoices.ts'
import { deviceLines, LINES, type Line } from './deviceLines.ts'
import './deviceTree.css'

/** Many devices, chosen one by one or by whole areas; those of the form's project. */
export function DeviceTreeInput(given: ControlProps) {
  const control = given as unknown as ControlProps<'ref'>
  const { id, value, onChange, onBlur, inputRef, invalid, describedBy } = control
  const translate = useTranslate()
  const [search, setSearch] = useState('')
  const [toggled, setToggled] = useState<ReadonlyMap<number, boolean>>(new Map())
  const { rows, choices, isPending, error, refetch } = useRefChoices(control)
  const { data: areas, error: areasError, refetch: refetchAreas } = useNames('manage/area')
  const problem = error ?? areasError
  const chosen = useMemo(() => new Set(parseIds(String(value ?? ''))), [value])
  const lines = useMemo(() => {
    const allowed = new Set(choices.map((choice) => choice.id))
    const devices = (rows ?? []).filter((row) => allowed.has(row.id))
    return deviceLines({ areas: areas ?? [], devices, isOpen: (area) => toggled.get(area) ?? isTop(areas ?? [], area), search })
  }, [areas, rows, choices, toggled, search])

  const set = (ids: readonly number[], on: boolean) => {
    const next = new Set(chosen)
    ids.forEach((device) => (on ? next.add(device) : next.delete(device)))
    onChange([...next].join(','))
  }
  return (
    <div className="device-tree" data-invalid={invalid || undefined} onBlur={onBlur}>
      <div className="device-tree-head">
        <Search size={14} aria-hidden />
        <input id={id} ref={inputRef as Ref<HTMLInputElement>} type="search" value={search} placeholder={translate('north.searchDevices')} aria-describedby={describedBy} onChange={(event) => setSearch(event.target.value)} onKeyDown={keepForm} />
        <span role="status">{translate('north.chosen', { count: chosen.size })}</span>
        {chosen.size > 0 && (
          <button type="button" className="field-link" onClick={() => onChange('')}>
            {translate('crud.clear')}
          </button>
        )}
      </div>
      <div className="device-tree-lines" role="group" aria-labelledby={`${id}-label`}>
        {isPending && <LinesSkeleton count={7} line={28} />}
        {!isPending && !problem && lines.length === 0 && <p className="device-tree-none">{translate(search === '' ? 'north.noDevices' : 'crud.noMatch')}</p>}
        {lines.slice(0, LINES).map((line) => (
          <TreeLine key={`${line.kind}${line.id}`} line={line} chosen={chosen} set={set} toggle={(area, open) => setToggled((before) => new Map(before).set(area, open))} />
        ))}
        {lines.length > LINES && <p className="device-tree-none">{translate('north.moreDevices', { count: lines.length - LINES })}</p>}
      </div>
      <FetchProblem error={problem} onRetry={() => Promise.all([refetch(), refetchAreas()])} />
    </div>
  )
}

/** Areas at the top stand open at first. */
const isTop = (areas: readonly Row[], id: number): boolean => {
  const parent = indexOf(areas).get(id)?.['superid']
  return !indexOf(areas).has(Number(parent))
}

/** Enter in the search box narrows the list; it does not save the form. */
const keepForm = (event: { key: string; preventDefault: () => void }) => event.key === 'Enter' && event.preventDefault()

interface TreeLineProps {
  line: Line
  chosen: ReadonlySet<number>
  set: (ids: readonly number[], on: boolean) => void
  toggle: (area: number, open: boolean) => void
}

function TreeLine({ line, chosen, set, toggle }: TreeLineProps) {
  const translate = useTranslate()
  const ids = line.kind === 'area' ? line.devices : [line.id]
  const count = ids.filter((device) => chosen.has(device)).length
  const Arrow = line.kind === 'area' && line.open ? ChevronDown : ChevronRight
  return (
    <div className="device-tree-line" style={{ paddingLeft: 4 + line.depth * 16 }}>
      {line.kind === 'area' ? (
        <button type="button" aria-expanded={line.open} aria-label={translate(line.open ? 'crud.collapse' : 'crud.expand', { name: line.name })} onClick={() => toggle(line.id, !line.open)}>
          <Arrow size={14} />
        </button>
      ) : (
        <span className="device-tree-gap" />
      )}
      <label>
        <input type="checkbox" className="ui-check" checked={count === ids.length} ref={(box) => void (box && (box.indeterminate = count > 0 && count < ids.length))} onChange={(event) => set(ids, event.target.checked)} />
        <span className="ellipsis">{line.name}</span>
        {line.kind === 'area' && (
          <span className="cell-unit">
            {count} / {ids.length}
          </span>
        )}
      </label>
    </div>
  )
}
