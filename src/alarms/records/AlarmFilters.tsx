import { FileSpreadsheet, SlidersHorizontal } from 'lucide-react'
import { useNotify, useTranslate } from 'ra-core'
import { useMemo, useState } from 'react'
import { alarmSheet, type AlarmQuery } from '../../../dataProvider/alarms.ts'
import type { AreaName, NamedId } from '../../../dataProvider/normalise.ts'
import { addDays } from '../../../resources/kit/zone.ts'
import { AreaSelect } from '../../kit/areaTree/AreaSelect.tsx'
import { areasBelow, buildTree } from '../../kit/areaTree/tree.ts'
import { download } from '../../kit/csv.ts'
import { withinDays } from '../../kit/days.ts'
import { Combo } from '../../kit/Combo.tsx'
import { DayField, messageOf } from '../../kit/index.ts'
import { usePhone } from '../../kit/useMedia.ts'
import { LONGEST, type AlarmParams } from './alarmParams.ts'
import { useDeviceNames } from '../../live/useLiveNames.ts'

interface AlarmFiltersProps {
  params: AlarmParams
  today: string
  areas: readonly AreaName[] | undefined
  projects: readonly NamedId[] | undefined
  /** What the sheet is to hold: the list's own filter. */
  filter: Omit<AlarmQuery, 'page' | 'size'>
  empty: boolean
  onChange: (change: Partial<AlarmParams>) => void
}

/** Area, device, days and, for the super administrator, project; applied with "query", taken back with "reset" (spec 1 §2.10). A phone unfolds them. */
export function AlarmFilters({ params, today, areas, projects, filter, empty, onChange }: AlarmFiltersProps) {
  const translate = useTranslate()
  const notify = useNotify()
  const given = {
    area: params.area,
    device: params.device,
    project: params.project,
    first: params.first,
    last: params.last,
  }
  const [draft, setDraft] = useState(given)
  const [base, setBase] = useState(given)
  const [saving, setSaving] = useState(false)
  const phone = usePhone()
  const [unfolded, setUnfolded] = useState(false)
  // The address may change from outside: back, a link.
  if (Object.entries(given).some(([name, value]) => base[name as keyof typeof base] !== value)) {
    setBase(given)
    setDraft(given)
  }
  const tree = useMemo(() => buildTree(areas ?? []), [areas])
  const devices = useDeviceNames()
  const here = useMemo(() => {
    const below = draft.area === null ? null : areasBelow(tree, draft.area)
    return devices.data?.filter(({ district_id }) => below === null || (district_id !== null && below.has(district_id)))
  }, [devices.data, tree, draft.area])
  const save = async () => {
    setSaving(true)
    try {
      const sheet = await alarmSheet(filter)
      download(sheet.name || `${translate('alarms.title')} ${params.first} ${params.last}.xlsx`, sheet)
    } catch (error) {
      notify(messageOf(error, translate), { type: 'error' })
    } finally {
      setSaving(false)
    }
  }
  return (
    <form
      className="ui-filters alarms-filters"
      data-folded={(phone && !unfolded) || undefined}
      role="search"
      onSubmit={(event) => {
        event.preventDefault()
        // What stands refused in a field is not asked for as something else.
        const refused = event.currentTarget.querySelector<HTMLElement>('[aria-invalid="true"]')
        if (refused) return refused.focus()
        setUnfolded(false)
        onChange(draft)
      }}
    >
      {phone && (
        <button
          type="button"
          className="ui-button alarms-unfold"
          aria-expanded={unfolded}
          onClick={() => setUnfolded(!unfolded)}
        >
          <SlidersHorizontal size={14} aria-hidden />
          {translate('alarms.filters')}
          <small>{`${params.first.slice(5)} → ${params.last.slice(5)}`}</small>
        </button>
      )}
      <AreaSelect
        label={translate('alarms.area')}
        areas={tree}
        value={draft.area}
        withAll
        onChange={(area) => setDraft({ ...draft, area, device: null })}
      />
      <Combo
        label={translate('alarms.allDevices')}
        options={here}
        error={devices.error}
        onRetry={() => void devices.refetch()}
        value={draft.device}
        clearable
        onChange={(device) => setDraft({ ...draft, device })}
      />
      {projects && (
        <Combo
          label={translate('alarms.allProjects')}
          options={projects}
          value={draft.project}
          clearable
          onChange={(project) => setDraft({ ...draft, project })}
        />
      )}
      <span className="ui-filters__days">
        <DayField
          label={translate('alarms.first')}
          min={addDays(draft.last, -LONGEST)}
          max={draft.last}
          day={draft.first}
          onChange={(first) => setDraft({ ...draft, first })}
        />
        <span aria-hidden>→</span>
        <DayField
          label={translate('alarms.last')}
          min={draft.first}
          max={withinDays(addDays(draft.first, LONGEST), { max: today })}
          day={draft.last}
          onChange={(last) => setDraft({ ...draft, last })}
        />
      </span>
      <button type="submit" className="ui-button ui-button--primary">
        {translate('alarms.query')}
      </button>
      <button
        type="button"
        className="ui-button ui-filters__reset"
        onClick={() =>
          onChange({ area: null, device: null, project: null, groups: [], first: addDays(today, -6), last: today })
        }
      >
        {translate('alarms.reset')}
      </button>
      <button
        type="button"
        className="ui-button alarms-sheet"
        disabled={empty}
        aria-busy={saving}
        onClick={() => !saving && void save()}
      >
        <FileSpreadsheet size={14} aria-hidden />
        {translate('alarms.sheet')}
      </button>
    </form>
  )
}
