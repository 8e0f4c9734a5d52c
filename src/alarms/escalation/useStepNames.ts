import { channel } from '../../../resources/channel.ts'
import { contact } from '../../../resources/contact.ts'
import { roster } from '../../../resources/roster.ts'
import { threshold } from '../../../resources/threshold.ts'
import type { StepKind } from '../../../resources/kit/duty/escalation.ts'
import type { Row } from '../../../dataProvider/rows.ts'
import { nameIn, useNames } from '../../admin/fields/names.ts'
import { useLabel } from '../../admin/fields/useLabel.ts'
import type { ComboOption } from '../../kit/layers/Combo.tsx'

/**
 * Returns the records that steps may name, by kind: all that a project offers, and the name of a record ('#7' where it
 * is unknown).
 */
export function useStepNames(project: number | null): {
  options: (kind: StepKind) => readonly ComboOption[] | undefined
  nameOf: (kind: StepKind, id: number) => string
} {
  const pick = useLabel()
  const rows = {
    roster: useNames(roster.path).data,
    contact: useNames(contact.path).data,
    channel: useNames(channel.path).data,
  }
  const levels = threshold.fields.alert_level.options.map(({ value, label }) => ({ id: value, name: pick(label) }))
  return {
    options: (kind) =>
      kind === 'level'
        ? levels
        : rows[kind]
            ?.filter((row: Row) => Number(row['project_id']) === project)
            .map(({ id }) => ({ id, name: nameIn(paths[kind], rows[kind] ?? [], id) ?? `#${id}` })),
    nameOf: (kind, id) =>
      (kind === 'level'
        ? levels.find((level) => level.id === id)?.name
        : rows[kind] && nameIn(paths[kind], rows[kind], id)) ?? `#${id}`,
  }
}

const paths = { roster: roster.path, contact: contact.path, channel: channel.path } as const
