import { clsx } from 'clsx'
import type { Field } from '../../../../resources/kit/define.ts'
import { LONG_TEXT_MAX } from '../../../../resources/kit/validate.ts'
import { Skeleton } from '../../../kit/index.ts'
import feedbackCss from '../../../kit/states/feedback.module.css'
import { BlockSkeleton } from './BlockSkeleton.tsx'
import { OptionCards } from './OptionCards.tsx'
import css from '../fields.module.css'

/** Skeleton of a field's input while its value is unknown: as high and as wide as the input will be. */
export function InputSkeleton({ name, field }: { name: string; field: Field }) {
  if (field.input === 'saveCycle' || field.type === 'point')
    return (
      <div className={clsx(css.pair, field.type === 'point' && css.point)}>
        <Skeleton height={LINE} />
        {/* A place has a button beside its input, and a save cycle has an input for its minutes. */}
        <Skeleton width={field.type === 'point' ? 32 : '100%'} height={LINE} />
      </div>
    )
  if (field.type === 'flag' || field.input === 'invertedSwitch')
    return (
      <div className={css.switch}>
        <Skeleton width={32} height={18} />
      </div>
    )
  if (field.input === 'deviceTree' || field.input === 'devicesOfModel') return <BlockSkeleton height={TREE} line={28} />
  if (field.input === 'amendTypes') return <ChecksSkeleton />
  if (field.input) return <Skeleton height={LINE} />
  if (field.type === 'choice' && field.cards)
    // The height of option cards depends on their text, so the cards themselves are drawn.
    return (
      <div className={clsx(css.shape, feedbackCss.skeleton)} data-part="skeleton" inert>
        <OptionCards
          id={`${name}-shape`}
          name={`${name}-shape`}
          field={field}
          value=""
          onChange={nothing}
          onBlur={nothing}
          inputRef={null}
          disabled
          invalid={false}
          describedBy={undefined}
          label=""
        />
      </div>
    )
  if (field.type === 'image')
    return (
      <div className={css.image}>
        <Skeleton width={64} height={48} />
        <div className={css.imageBody}>
          <Skeleton width={96} height="calc(var(--field-box) - 4px)" />
          <Skeleton width={140} height={16} />
        </div>
      </div>
    )
  if (field.type === 'polygon')
    return (
      <div className={css.map}>
        <Skeleton height={OUTLINE_EDITOR} />
        <Skeleton height={linesHigh(3)} />
      </div>
    )
  if (field.type === 'longText') return <Skeleton height={linesHigh((field.max ?? LONG_TEXT_MAX) > 200 ? 2 : 1)} />
  return <Skeleton height={field.type === 'json' ? linesHigh(4) : LINE} />
}

/** Height of a one-line input; linesHigh gives that of a text box. Touch targets are higher (fields.module.css). */
const LINE = 'var(--field-box)'
/** Height of the editor of an outline on a map (fields.module.css). */
export const OUTLINE_EDITOR = 'var(--outline-editor)'
/** Height of a device tree: search, product models, lines, and the box that selects all, px. */
const TREE = 316
const linesHigh = (lines: number): string => (lines === 1 ? LINE : `calc(${lines} * var(--field-line) + 10px)`)

const nothing = () => {}

/** Skeleton of some checkboxes side by side. */
const ChecksSkeleton = () => (
  <div className={css.checks} aria-hidden>
    {WIDTHS.map((width) => (
      <Skeleton key={width} width={width} height={16} />
    ))}
  </div>
)

const WIDTHS = [92, 106, 78]
