import { Autocomplete, OutlinedInput } from '@mui/material'
import { X } from 'lucide-react'
import { useTranslate } from 'ra-core'
import type { Row } from '../../../../dataProvider/rows.ts'
import type { Resource } from '../../../../resources/kit/define.ts'
import { titleOf } from '../../../../resources/kit/named.ts'
import { Chevron } from '../../fields/Chevron.tsx'
import { useNames } from '../../fields/names.ts'
import { messageOf } from '../../../kit/index.ts'

interface ProjectFilterProps {
  /** The resource whose records are chosen from. */
  of: Resource
  value: number | null
  onChange: (project: number | null) => void
  /** Stands there while none is chosen; without it none means all. */
  placeholder?: string
}

/** The super administrator's choice of one project. */
export function ProjectFilter({ of, value, onChange, placeholder }: ProjectFilterProps) {
  const translate = useTranslate()
  const { data: projects = [], isPending, error, refetch } = useNames(of.path)
  const chosen =
    value === null
      ? null
      : (projects.find((row) => row.id === value) ?? {
          id: value,
          [of.title]: isPending ? '…' : error ? '—' : `#${value}`,
        })
  return (
    <Autocomplete<Row>
      className="crud-project"
      fullWidth={false}
      popupIcon={<Chevron />}
      clearIcon={<X size={14} />}
      options={projects}
      loading={isPending}
      loadingText={translate('shell.loading')}
      noOptionsText={
        error ? translate('crud.choicesFailed', { reason: messageOf(error, translate) }) : translate('crud.noChoice')
      }
      onOpen={() => error && void refetch()}
      openText={translate('crud.openChoices')}
      closeText={translate('shell.close')}
      clearText={translate('crud.clear')}
      value={chosen}
      onChange={(_event, row) => onChange(row?.id ?? null)}
      getOptionLabel={(row) => titleOf(of, row)}
      getOptionKey={(row) => row.id}
      isOptionEqualToValue={(a, b) => a.id === b.id}
      renderInput={({ slotProps }) => (
        <OutlinedInput
          {...slotProps.input}
          inputProps={{ ...slotProps.htmlInput, 'aria-label': translate('crud.project') }}
          placeholder={placeholder ?? translate('crud.allProjects')}
        />
      )}
    />
  )
}
