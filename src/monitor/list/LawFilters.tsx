import { ChevronDown, SlidersHorizontal } from 'lucide-react'
import { useTranslate } from 'react-admin'
import { useRef, useState } from 'react'
import { Ladder } from '../../environment/Ladder.tsx'
import { isWorseLow, type Quantity } from '../../environment/quantity.ts'
import { classKey, LEVELS, type Scale, type ScaleLevel } from '../../environment/scale.ts'
import { useClassWords } from '../../environment/useClassWords.ts'
import { Popover } from '../../kit/index.ts'
import type { ClassCounts, ClassFilter } from '../../live/deviceList.ts'
import { CLASS_FILTERS, classFilterName, SCALES } from '../classFilters.ts'
import { boundName, type MonitorParams } from '../monitorParams.ts'
import css from './filters.module.css'

interface LawFiltersProps extends Pick<MonitorParams, 'judged' | 'bounded' | 'bound'> {
  /** undefined where nothing is judged. */
  classes: ClassCounts | undefined
  /** The scales that occur, each with a standard that names its classes. */
  scales: ReadonlyMap<Scale, string>
  quantities: readonly Quantity[]
  /** Of the quantity that is bounded; '' where it has none. */
  unit: string
  onChange: (change: Partial<Pick<MonitorParams, 'judged' | 'bounded' | 'bound'>>) => void
}

/** The class and a bound on a value behind one button of the bar, which has no room for both beside the states; the button says what is chosen. */
export function LawFilters({ judged, bounded, bound, classes, scales, quantities, unit, onChange }: LawFiltersProps) {
  const translate = useTranslate()
  const words = useClassWords()
  const [open, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const label = translate('monitor.filter.law')
  const chosen = [
    judged && classWord(words, scales, judged),
    judged?.andWorse && translate('monitor.filter.andWorse'),
    bounded !== null && bound !== null && `${translate(`map.quantity.${bounded}`)} ${signOf(bounded)} ${bound}`,
  ]
    .filter(Boolean)
    .join(' · ')
  return (
    <>
      <button
        ref={button}
        type="button"
        className={css.chip}
        aria-haspopup="dialog"
        aria-expanded={open}
        aria-pressed={chosen !== ''}
        aria-label={chosen === '' ? label : `${label}: ${chosen}`}
        title={chosen}
        onClick={() => setOpen(true)}
      >
        {judged ? (
          <Ladder scale={judged.scale} level={judged.level} />
        ) : (
          <SlidersHorizontal size={14} strokeWidth={1.9} aria-hidden />
        )}
        <span className={css.chosen}>{chosen || label}</span>
      </button>
      {open && (
        <Popover anchor={button} label={label} width={300} onClose={() => setOpen(false)}>
          {classes && (
            <div className={css.law}>
              <ClassSelect
                judged={judged}
                classes={classes}
                scales={scales}
                onChange={(next) => onChange({ judged: next })}
              />
            </div>
          )}
          {quantities.length > 0 && (
            <div className={css.law}>
              <BoundFilter bounded={bounded} bound={bound} quantities={quantities} unit={unit} onChange={onChange} />
            </div>
          )}
        </Popover>
      )}
    </>
  )
}

/** What a class is called, by the standard that names those of its scale. */
const classWord = (
  words: ReturnType<typeof useClassWords>,
  scales: ReadonlyMap<Scale, string>,
  { scale, level }: ScaleLevel,
): string => words.short({ scale, level, standard: scales.get(scale) ?? '' }) || String(level)

/** Whether a scale knows nothing worse. */
const isLast = ({ scale, level }: ScaleLevel): boolean => level === LEVELS[scale]

const signOf = (quantity: Quantity): string => (isWorseLow(quantity) ? '≤' : '≥')

interface ClassSelectProps extends Pick<LawFiltersProps, 'judged' | 'scales'> {
  classes: ClassCounts
  onChange: (judged: ClassFilter | null) => void
}

/** Narrows the list to a class of a scale, or to it and what is worse: so a class is taken at first. Each says how many devices have it. */
function ClassSelect({ judged, classes, scales, onChange }: ClassSelectProps) {
  const translate = useTranslate()
  const words = useClassWords()
  // What the address names stays among the choices, though nothing is judged so now.
  const shown = SCALES.filter((scale) => scales.has(scale) || judged?.scale === scale)
  // Of a scale's last class nothing is worse: nobody chose that alone.
  const andWorse = judged === null || isLast(judged) || judged.andWorse
  const take = (at: ScaleLevel, worse: boolean) =>
    onChange(CLASS_FILTERS.get(classFilterName({ ...at, andWorse: worse })) ?? CLASS_FILTERS.get(classKey(at)) ?? null)
  return (
    <>
      <label className={css.choice} data-on={judged !== null || undefined}>
        <Ladder scale={judged?.scale ?? 'a'} level={judged?.level ?? null} />
        <select
          aria-label={translate('monitor.filter.class')}
          value={judged === null ? '' : classKey(judged)}
          onChange={({ target }) => {
            const chosen = CLASS_FILTERS.get(target.value)
            if (chosen) take({ scale: chosen.scale, level: chosen.level }, andWorse)
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
                    {classWord(words, scales, at)} {classes.get(classKey(at)) ?? 0}
                  </option>
                )
              })}
            </optgroup>
          ))}
        </select>
        <ChevronDown size={12} strokeWidth={2} aria-hidden />
      </label>
      {judged !== null && !isLast(judged) && (
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

interface BoundFilterProps extends Pick<LawFiltersProps, 'bounded' | 'bound' | 'quantities' | 'unit'> {
  onChange: (change: Pick<MonitorParams, 'bounded' | 'bound'>) => void
}

/** Narrows the list to what is at least so much of a quantity, at most where less of it is worse, whatever the order. */
function BoundFilter({ bounded, bound, quantities, unit, onChange }: BoundFilterProps) {
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
      <span aria-hidden="true">{signOf(quantity)}</span>
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
