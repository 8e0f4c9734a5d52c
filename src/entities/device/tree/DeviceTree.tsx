import { clsx } from 'clsx'
import { Search } from 'lucide-react'
import { useTranslate } from 'react-admin'
import { useMemo, useState, type Ref } from 'react'
import type { Row } from '../../../../dataProvider/rows.ts'
import { parseIds } from '../../../../resources/kit/access.ts'
import { LinesSkeleton } from '../../../admin/fields/controls/BlockSkeleton.tsx'
import type { ControlProps } from '../../../admin/fields/controls/control.ts'
import { FetchProblem } from '../../../admin/fields/controls/FetchProblem.tsx'
import { rowsById, nameIn, useNames } from '../../../admin/fields/names.ts'
import { useRefChoices } from '../../../admin/fields/controls/useRefChoices.ts'
import { ChosenDevices } from './ChosenDevices.tsx'
import { deviceLines, foundDevices, modelOf, nameOf, countByModel } from './deviceLines.ts'
import { DeviceTreeLines } from './DeviceTreeLines.tsx'
import fieldsCss from '../../../admin/fields/fields.module.css'
import css from './deviceTree.module.css'

interface DeviceTreeProps {
  control: ControlProps<'ref'>
  /** All chosen devices must be of one product model: the first one determines it (spec 2 §5). */
  oneModel?: boolean
}

/**
 * Input for many devices of the form's project: chosen one by one, by whole areas, or all that a search and a product
 * model leave. All devices are reachable; of ten thousand only the visible lines are drawn.
 */
function DeviceTree({ control, oneModel = false }: DeviceTreeProps) {
  const { id, value, onChange, onBlur, inputRef, invalid, describedBy, disabled } = control
  const translate = useTranslate()
  const [search, setSearch] = useState('')
  const [picked, setPicked] = useState<number | null>(null)
  const [toggled, setToggled] = useState<ReadonlyMap<number, boolean>>(new Map())
  const { rows, choices, isPending, error, refetch } = useRefChoices(control)
  const { data: areas = NONE, error: areasError, refetch: refetchAreas } = useNames('manage/area')
  const { data: products = NONE } = useNames('manage/product')
  const problem = error ?? areasError
  const chosen = useMemo(() => new Set(parseIds(String(value ?? ''))), [value])
  const offered = useMemo(
    () => offeredOf(rows, new Set(choices.map((choice) => choice.id)), chosen),
    [rows, choices, chosen],
  )
  const [first] = chosen
  const decided = oneModel && first !== undefined ? modelOf(rowsById(rows ?? NONE).get(first)) : null
  const model = decided ?? picked
  const models = useMemo(() => countByModel(offered), [offered])
  const shown = useMemo(
    // Chosen devices stay visible, whatever their model, so that they can be removed.
    () =>
      foundDevices(
        model === null
          ? offered
          : offered.filter((device) => modelOf(device) === model || (decided !== null && chosen.has(device.id))),
        areas,
        search,
      ),
    [offered, areas, search, model, decided, chosen],
  )
  const lines = useMemo(
    () =>
      deviceLines({
        areas,
        devices: shown,
        isOpen: (area) => toggled.get(area) ?? (search.trim() !== '' || isTop(areas, area)),
      }),
    [areas, shown, toggled, search],
  )
  const kinds = useMemo(() => new Map(shown.map((device) => [device.id, modelOf(device)])), [shown])
  const mixed = (ids: readonly number[]) =>
    oneModel && model === null && new Set(ids.flatMap((device) => kinds.get(device) ?? [])).size > 1
  const all = shown.map((device) => device.id)
  const set = (ids: readonly number[], on: boolean) => {
    const next = new Set(chosen)
    ids.forEach((device) => (on ? next.add(device) : next.delete(device)))
    onChange([...next].join(','))
  }
  const find = (text: string) => {
    setSearch(text)
    // A search opens the branches of its results; branches that were opened and closed by hand belong to the previous
    // list.
    setToggled(new Map())
  }
  const tags = useMemo(() => {
    const byId = rowsById(offered)
    return [...chosen].flatMap((device) => byId.get(device) ?? []).map((row) => ({ id: row.id, name: nameOf(row) }))
  }, [offered, chosen])
  const nameOfModel = (product: number) => nameIn('manage/product', products, product) ?? `#${product}`
  return (
    <div className={css.deviceTree} data-invalid={invalid || undefined} onBlur={onBlur}>
      <div className={css.head}>
        <Search size={14} aria-hidden />
        <input
          id={id}
          ref={inputRef as Ref<HTMLInputElement>}
          type="search"
          value={search}
          placeholder={translate('device.tree.search')}
          aria-describedby={describedBy}
          onChange={(event) => find(event.target.value)}
          onKeyDown={keepForm}
        />
        <span role="status">{translate('device.tree.chosen', { count: chosen.size })}</span>
        {chosen.size > 0 && !disabled && (
          <button type="button" className={clsx(fieldsCss.link, css.treeLink)} onClick={() => onChange('')}>
            {translate('crud.clear')}
          </button>
        )}
      </div>
      {models.size > 1 && (
        <div className={css.head}>
          <select
            aria-label={translate('device.tree.model')}
            value={model ?? ''}
            disabled={disabled || decided !== null}
            onChange={(event) => setPicked(Number(event.target.value) || null)}
          >
            <option value="">{translate('device.tree.anyModel')}</option>
            {[...models].map(([product, count]) => (
              <option key={product} value={product}>
                {translate('device.tree.ofModel', { model: nameOfModel(product), count })}
              </option>
            ))}
          </select>
        </div>
      )}
      {isPending && <LinesSkeleton count={7} line={28} />}
      {!isPending && !problem && lines.length === 0 && (
        <p className={css.none}>{translate(search === '' ? 'device.tree.none' : 'crud.noMatch')}</p>
      )}
      <DeviceTreeLines
        label={`${id}-label`}
        lines={lines}
        chosen={chosen}
        disabled={disabled}
        mixed={mixed}
        set={set}
        toggle={(area, open) => setToggled((before) => new Map(before).set(area, open))}
      />
      {tags.length > 0 && (
        <ChosenDevices devices={tags} disabled={disabled} onRemove={(device) => set([device], false)} />
      )}
      {all.length > 1 && !disabled && (
        <div className={css.foot}>
          {mixed(all) ? (
            translate('device.tree.modelFirst')
          ) : (
            <button
              type="button"
              className={clsx(fieldsCss.link, css.treeLink)}
              disabled={all.every((device) => chosen.has(device))}
              onClick={() => set(all, true)}
            >
              {translate(search.trim() === '' && model === null ? 'device.tree.all' : 'device.tree.allFound', {
                count: all.length,
              })}
            </button>
          )}
        </div>
      )}
      {decided !== null && models.size > 1 && (
        <p className={css.foot} role="status">
          {translate('alarmConfig.sameModel', { model: nameOfModel(decided) })}
        </p>
      )}
      <FetchProblem error={problem} onRetry={() => Promise.all([refetch(), refetchAreas()])} />
    </div>
  )
}

const NONE: readonly Row[] = []

/**
 * Returns the devices on offer, and chosen ones that are not on offer: these are shown, by number where they have no
 * name, so that the user sees what saving keeps.
 */
function offeredOf(
  rows: readonly Row[] | undefined,
  allowed: ReadonlySet<number>,
  chosen: ReadonlySet<number>,
): readonly Row[] {
  if (!rows) return NONE
  const byId = rowsById(rows)
  const others = [...chosen]
    .filter((device) => !allowed.has(device))
    .map((device) => byId.get(device) ?? { id: device })
  return [...rows.filter((row) => allowed.has(row.id)), ...others]
}

/** Areas at the top are open at first. */
const isTop = (areas: readonly Row[], id: number): boolean => {
  const parent = rowsById(areas).get(id)?.['superid']
  return !rowsById(areas).has(Number(parent))
}

/** Enter in the search box must not submit the form. */
const keepForm = (event: { key: string; preventDefault: () => void }) => event.key === 'Enter' && event.preventDefault()

/** Input for many devices. */
export const DeviceTreeInput = (control: ControlProps) => (
  <DeviceTree control={control as unknown as ControlProps<'ref'>} />
)

/** Input for many devices of one product model: the first one chosen determines it (spec 2 §5). */
export const DevicesOfModelInput = (control: ControlProps) => (
  <DeviceTree control={control as unknown as ControlProps<'ref'>} oneModel />
)
