import { useTranslate } from 'react-admin'
import type { Resource } from '../../../../resources/kit/define.ts'
import { titleOf } from '../../../../resources/kit/named.ts'
import { Combo } from '../../../kit/layers/Combo.tsx'
import { useNames } from '../../fields/names.ts'
import css from '../list.module.css'

interface ProjectFilterProps {
  /** Resource whose records are chosen from. */
  of: Resource
  value: number | null
  onChange: (project: number | null) => void
  /** Shown while none is chosen; without it, no choice means all. */
  placeholder?: string
}

/** Lets the super administrator choose one project. */
export default function ProjectFilter({ of, value, onChange, placeholder }: ProjectFilterProps) {
  const translate = useTranslate()
  const { data: projects, error, refetch } = useNames(of.path)
  return (
    <Combo
      className={css.project}
      label={translate('crud.project')}
      placeholder={placeholder ?? translate('crud.allProjects')}
      options={projects?.map((row) => ({ id: row.id, name: titleOf(of, row) }))}
      error={error}
      onRetry={refetch}
      clearable
      value={value}
      onChange={onChange}
    />
  )
}
