import { DialogContent } from '@mui/material'
import { clsx } from 'clsx'
import { useLateWords } from '../kit/hooks/useLateWords.ts'
import { resourceOf } from '../../resources/index.ts'
import type { Resource } from '../../resources/kit/define.ts'
import ProjectFilter from '../admin/list/toolbar/ProjectFilter.tsx'
import { FetchProblem } from '../admin/fields/controls/FetchProblem.tsx'
import { useNames } from '../admin/fields/names.ts'
import { projectField } from '../admin/fields/controls/refChoices.ts'
import { useLabel } from '../admin/fields/useLabel.ts'
import { InlineError, useCaller } from '../kit/index.ts'
import fieldsCss from '../admin/fields/fields.module.css'
import { FileDrop } from './FileDrop.tsx'
import { importFields } from './sheet/columns.ts'
import { TemplateButtons } from './TemplateButtons.tsx'
import { useTemplate } from './useTemplate.ts'
import type { useImport } from './useImport.ts'
import css from './import.module.css'

interface FileStepProps {
  resource: Resource
  state: ReturnType<typeof useImport>
}

/** First step: the project, the file, and the template to fill in. */
export function FileStep({ resource, state }: FileStepProps) {
  const translate = useLateWords('importing')
  const { project, choose, needsProject, reading, problem, setProblem, read } = state
  const saveTemplate = useTemplate(resource)
  const owner = resource.fields[projectField(resource) ?? '']
  return (
    <DialogContent className={css.file}>
      {needsProject && owner?.type === 'ref' && (
        <div className={clsx(fieldsCss.field, css.project)} data-part="field">
          <span className={fieldsCss.label} aria-hidden>
            {translate('importing.file.project')}
            <span className={fieldsCss.required}>*</span>
          </span>
          <ProjectFilter
            of={resourceOf(owner.to)}
            value={project}
            onChange={choose}
            placeholder={translate('crud.choose')}
          />
          <NamesProblem of={owner.to} />
        </div>
      )}
      {problem && <InlineError error={translate(problem)} />}
      <FileDrop
        reading={reading}
        onFile={(file) => void read(file, null)}
        mayChoose={() => !needsProject || project !== null || (setProblem('importing.selectPro'), false)}
      />
      <Columns resource={resource} />
      <TemplateButtons onSave={saveTemplate} />
    </DialogContent>
  )
}

/** Says that the names of a resource could not be loaded. */
function NamesProblem({ of }: { of: string }) {
  const { error, refetch } = useNames(of)
  return <FetchProblem error={error} onRetry={refetch} />
}

/** What the file may contain for a record: the columns of the template, with required ones marked as in forms. */
function Columns({ resource }: { resource: Resource }) {
  const translate = useLateWords('importing')
  const pick = useLabel()
  const caller = useCaller()
  return (
    <div className={css.fields}>
      <small>{translate('importing.file.columns')}</small>
      <ul>
        {importFields(resource, caller, []).map((name) => {
          const field = resource.fields[name]
          return (
            field && (
              <li key={name}>
                {pick(field.label)}
                {field.required && <span className={fieldsCss.required}>*</span>}
              </li>
            )
          )
        })}
      </ul>
    </div>
  )
}
