import { Fragment, type ReactNode } from 'react'
import type { FormShapeProps } from '../fields/slotProps.ts'
import { useLabel } from '../fields/useLabel.ts'
import { layoutOf, type FormSection } from './formLayout.ts'
import css from './form.module.css'

/** Fields of a form for a layout of its own to place. Created for each render of the layout. */
export interface Arrangement {
  /** Returns the field, to be placed by the layout; null where it does not apply or has been placed already. */
  take: (name: string, wide?: boolean) => ReactNode
  /** Marks fields that the layout draws by other means than their inputs. */
  claim: (names: readonly string[]) => void
  /** Returns the fields of a section of the definition that are not placed yet; `draw` wraps each of them. */
  rest: (section: number, draw?: (field: ReactNode) => ReactNode) => ReactNode
  /**
   * Returns the remaining fields of all sections, each under its title. Render it last, so that no field of the
   * definition is lost.
   */
  otherSections: () => ReactNode
}

/**
 * Hands out the applicable fields, each once. A field placed outside its section has to be taken before the `rest` of that
 * section is drawn.
 */
export function arrange({ resource, shown, field }: Pick<FormShapeProps, 'resource' | 'shown' | 'field'>): Arrangement {
  const remaining = new Set(shown)
  const draw = (name: string, wide?: boolean) => (remaining.delete(name) ? field(name, wide) : null)
  return {
    take: draw,
    claim: (names) => names.forEach((name) => remaining.delete(name)),
    rest: (section, place = (drawn) => drawn) =>
      (resource.form[section]?.fields ?? [])
        .filter((name) => remaining.has(name))
        .map((name) => <Fragment key={name}>{place(draw(name))}</Fragment>),
    otherSections() {
      const sections = layoutOf(resource, remaining)
      remaining.clear()
      return sections.map((section) => <Section key={section.index} {...section} field={field} />)
    },
  }
}

function Section({ label, columns, fields, field }: FormSection & Pick<FormShapeProps, 'field'>) {
  const pick = useLabel()
  return (
    <fieldset className={css.section}>
      {label && <legend>{pick(label)}</legend>}
      <div className={css.grid} data-part="grid" data-columns={columns}>
        {fields.map(({ name, wide }) => (
          <Fragment key={name}>{field(name, wide)}</Fragment>
        ))}
      </div>
    </fieldset>
  )
}
