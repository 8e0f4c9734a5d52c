import { useTranslate } from 'react-admin'
import { useEffect, useMemo, useRef } from 'react'
import { useWatch } from 'react-hook-form'
import type { Row } from '../../../../dataProvider/rows.ts'
import { resourceOf } from '../../../../resources/index.ts'
import { parseIds } from '../../../../resources/kit/access.ts'
import type { ControlProps } from './control.ts'
import { useFormInfo } from '../formContext.ts'
import { useNames } from '../names.ts'
import { choicesOf, eligible, mayBeTop, projectField } from './refChoices.ts'

/**
 * Returns what a reference may choose from at present: the records of the form's project. Removes a choice from the
 * value when the project was changed and does not allow it; `only` narrows the choices further, without removing
 * anything from the value.
 */
export function useRefChoices({ name, field, value, onChange }: ControlProps<'ref'>, only?: (row: Row) => boolean) {
  const info = useFormInfo()
  const translate = useTranslate()
  const target = resourceOf(field.to)
  const { data: rows, isPending, error, refetch } = useNames(field.to)
  const project = useChosenProject(name)
  const topText = translate('crud.top')
  const choices = useMemo(() => {
    const top =
      mayBeTop(target, name, info) && target.tree
        ? { id: target.tree.root, name: topText, path: topText, depth: 0 }
        : null
    return choicesOf(target, eligible(target, rows ?? NONE, project, info), top)
  }, [target, name, info, rows, project, topText])

  const before = useRef(project)
  useEffect(() => {
    if (before.current === project || !rows) return
    before.current = project
    const allowed = new Set(choices.map((choice) => choice.id))
    const kept = parseIds(String(value ?? '')).filter((id) => allowed.has(id))
    if (kept.join(',') !== String(value ?? '')) onChange(kept.length === 0 ? '' : field.many ? kept.join(',') : kept[0])
  }, [project, rows, choices, value, field.many, onChange])

  const offered = useMemo(() => {
    if (!only) return choices
    const fitting = new Set((rows ?? []).filter(only).map((row) => row.id))
    return choices.filter((choice) => fitting.has(choice.id))
  }, [choices, rows, only])
  return { rows, choices: offered, isPending, error, refetch }
}

const NONE: readonly Row[] = []

/**
 * Returns the project chosen in a field's form; null for the project's own field, where none is chosen, and where the
 * form has no project.
 */
export function useChosenProject(name: string): number | null {
  const { resource } = useFormInfo()
  const projectName = projectField(resource)
  const watched: unknown = useWatch({ name: projectName ?? name })
  return projectName === null || projectName === name || !watched ? null : Number(watched)
}
