import { ChevronDown, SlidersHorizontal } from 'lucide-react'
import { useTranslate } from 'react-admin'
import { useState } from 'react'
import { Ladder } from '../../environment/Ladder.tsx'
import { isWorseLow, type Quantity } from '../../environment/quantity.ts'
import { classKey, LEVELS, type Scale, type ScaleLevel } from '../../environment/scale.ts'
import { useClassWords } from '../../environment/useClassWords.ts'
import type { ClassCounts, ClassFilter } from '../../live/deviceList.ts'
import { CLASS_FILTERS, classFilterName, SCALES } from '../classFilters.ts'
import { boundName, type MonitorParams } from '../monitorParams.ts'
import css from './filters.module.css'

interface ClassSelectProps {
  judged: ClassFilter | null
  classes: ClassCounts
  /** The scales that occur, each with a standard that names its classes. */
  scales: ReadonlyMap<Scale, string>
  onChange: (judged: ClassFilter | null) => void
}

/** Narrows the list to a class of a scale, or to it and what is worse: so a class is taken at first. Each says how many devices have it. */
export function ClassSelect({ judged, classes, scales, onChange }: ClassSelectProps) {
  const translate = useTranslate()
  const words = useClassWords()
  // What the address names stays among the choices, though nothing is judged so now.
  const shown = SCALES.filter((scale) => scales.has(scale) || judged?.scale === scale)
  const word = (at: ScaleLevel) => words.short({ ...at, standard: scales.get(at.scale) ?? '' }) || String(at.level)
  const take = (at: ScaleLevel, andWorse: boolean) =>
    onChange(CLASS_FILTERS.get(classFilterName({ ...at, andWorse })) ?? CLASS_FILTERS.get(classKey(at)) ?? null)
  return (
    <>
      <label className={css.choice} data-on={judged !== null || undefined}>
        <Ladder scale={judged?.scale ?? 'a'} level={judged?.level ?? null} />
        <select
          aria-label={translate('monitor.filter.class')}
          value={judged === null ? '' : classKey(judged)}
          onChange={({ target }) => {
            const chosen = CLASS_FILTERS.get(target.value)
            if (chosen) take({ scale: chosen.scale, level: chosen.level }, judged?.andWorse ?? true)
            else onChange(null)
          }}
        >
          <option value="">{translate('monitor.filter.anyClass')}</option>
          {shown.map((scale) => (
            <optgroup key={scale} label={translate(`monitor.filter.scales.${scale}`)}>
              {Array.from({ length: LEVELS[scale] }, (_, index) => {
                const at = { scale, level: index + 1 }
                return (
                  <option key={at.level} value={classKey(at)}>
                    {word(at)} {classes.get(classKey(at)) ?? 0}
                  </option>
                )
              })}
            </optgroup>
          ))}
        </select>
        <ChevronDown size={12} strokeWidth={2} aria-hidden />
      </label>
      {judged !== null && judged.level < LEVELS[judged.scale] && (
        <button
          type="button"
          className={css.chip}
          aria-pressed={judged.andWorse}
          onClick={() => take({ scale: judged.scale, level: judged.level }, !judged.andWorse)}
        >
          {translate('monitor.filter.andWorse')}
          <span className={css.chipCount}>{countFrom(judged, classes)}</span>
        </button>
      )}
    </>
  )
}

/** How many devices are of a class or a worse one of its scale: each is judged once a scale. */
const countFrom = ({ scale, level }: ScaleLevel, classes: ClassCounts): number =>
  Array.from({ length: LEVELS[scale] - level + 1 }, (_, index) => level + index).reduce(
    (sum, worse) => sum + (classes.get(classKey({ scale, level: worse })) ?? 0),
    0,
  )

interface BoundFilterProps extends Pick<MonitorParams, 'bounded' | 'bound'> {
  quantities: readonly Quantity[]
  /** Of the quantity that is bounded; '' where it has none. */
  unit: string
  onChange: (change: Pick<MonitorParams, 'bounded' | 'bound'>) => void
}

/** Narrows the list to what is at least so much of a quantity, at most where less of it is worse, whatever the order. */
export function BoundFilter({ bounded, bound, quantities, unit, onChange }: BoundFilterProps) {
  const translate = useTranslate()
  return (
    <>
      <label className={css.choice} data-on={bounded !== null || undefined}>
        <SlidersHorizontal size={14} strokeWidth={1.9} aria-hidden />
        <select
          aria-label={translate('monitor.filter.value')}
          value={bounded ?? ''}
          onChange={({ target }) =>
            onChange({ bounded: quantities.find((quantity) => quantity === target.value) ?? null, bound: null })
          }
        >
          <option value="">{translate('monitor.filter.anyValue')}</option>
          {quantities.map((quantity) => (
            <option key={quantity} value={quantity}>
              {translate(`map.quantity.${quantity}`)}
            </option>
          ))}
        </select>
        <ChevronDown size={12} strokeWidth={2} aria-hidden />
      </label>
      {bounded !== null && (
        <Bound
          key={bounded}
          quantity={bounded}
          unit={unit}
          bound={bound}
          onChange={(value) => onChange({ bounded, bound: value })}
        />
      )}
    </>
  )
}

interface BoundProps {
  quantity: Quantity
  unit: string
  bound: number | null
  onChange: (bound: number | null) => void
}

function Bound({ quantity, unit, bound, onChange }: BoundProps) {
  const translate = useTranslate()
  const name = translate(`map.quantity.${quantity}`)
  const [text, setText] = useState(bound === null ? '' : String(bound))
  return (
    <label className={css.bound}>
      <span aria-hidden="true">{isWorseLow(quantity) ? '≤' : '≥'}</span>
      <input
        type="number"
        inputMode="decimal"
        min={0}
        step="any"
        aria-label={translate(`monitor.filter.${boundName(quantity)}`, { name, unit })}
        value={text}
        onChange={({ target }) => {
          setText(target.value)
          onChange(target.value === '' || !Number.isFinite(target.valueAsNumber) ? null : target.valueAsNumber)
        }}
      />
      {unit && <span aria-hidden="true">{unit}</span>}
    </label>
  )
}
