import { Button, DialogContent } from '@mui/material'
import { clsx } from 'clsx'
import { FileDown, FileUp } from 'lucide-react'
import { useLocale, useTranslate } from 'react-admin'
import { useRef, useState, type DragEvent } from 'react'
import { resourceOf } from '../../resources/index.ts'
import type { Resource } from '../../resources/kit/define.ts'
import ProjectFilter from '../admin/list/toolbar/ProjectFilter.tsx'
import { useResourceWords } from '../admin/words.ts'
import { FetchProblem } from '../admin/fields/FetchProblem.tsx'
import { useNames } from '../admin/fields/names.ts'
import { projectField } from '../admin/fields/refChoices.ts'
import { useLabel } from '../admin/fields/useLabel.ts'
import { InlineError, useCaller } from '../kit/index.ts'
import fieldsCss from '../admin/fields/fields.module.css'
import { importFields } from './columns.ts'
import { saveCsv } from './saveCsv.ts'
import { templateOf, usualEncoding } from './template.ts'
import type { useImport } from './useImport.ts'
import css from './import.module.css'

interface FileStepProps {
  resource: Resource
  state: ReturnType<typeof useImport>
}

/** The first step: which project, which file, and the template to fill in. */
export function FileStep({ resource, state }: FileStepProps) {
  const translate = useTranslate()
  const [over, setOver] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const { project, choose, needsProject, reading, problem, setProblem, read } = state
  const owner = resource.fields[projectField(resource) ?? '']
  const take = (file: File | undefined) => file && void read(file, null)
  const browse = () => (needsProject && project === null ? setProblem('importing.selectPro') : input.current?.click())
  const onDrop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    take(event.dataTransfer.files[0])
  }
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
      {problem && <InlineError error={problem} />}
      <div
        className={css.drop}
        data-over={over || undefined}
        onDragOver={(event) => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={onDrop}
      >
        <FileUp size={28} strokeWidth={1.5} aria-hidden />
        <p role="status">{reading ? translate('importing.file.reading') : translate('importing.file.drop')}</p>
        <Button variant="contained" color="primary" onClick={browse} aria-disabled={reading}>
          {translate('importing.file.choose')}
        </Button>
        <input
          ref={input}
          type="file"
          accept=".csv,.txt,text/csv"
          hidden
          aria-label={translate('importing.file.choose')}
          onChange={(event) => {
            take(event.target.files?.[0])
            // The same file may be chosen again once it was corrected.
            event.target.value = ''
          }}
        />
        <small>{translate('importing.file.limits')}</small>
      </div>
      <Columns resource={resource} />
      <Templates resource={resource} />
    </DialogContent>
  )
}

/** Says that the names of a resource could not be loaded. */
function NamesProblem({ of }: { of: string }) {
  const { error, refetch } = useNames(of)
  return <FetchProblem error={error} onRetry={refetch} />
}

/** What the file may say of a record: the columns of the template, what must be filled marked as in forms. */
function Columns({ resource }: { resource: Resource }) {
  const translate = useTranslate()
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

function Templates({ resource }: { resource: Resource }) {
  const translate = useTranslate()
  const locale = useLocale()
  const words = useResourceWords(resource)
  const pick = useLabel()
  const caller = useCaller()
  const usual = usualEncoding(locale)
  const save = (encoding: 'utf-8' | 'gb18030') => {
    const [header = [], ...rows] = templateOf(resource, caller, pick, translate)
    return saveCsv(translate('importing.file.templateName', { name: words.noun }), header, rows, encoding)
  }
  return (
    <div className={css.template}>
      <Button startIcon={<FileDown size={16} aria-hidden />} onClick={() => void save(usual)}>
        {translate('importing.file.template')}
      </Button>
      {usual !== 'utf-8' && (
        <Button variant="text" onClick={() => void save('utf-8')}>
          {translate('importing.file.templateAs')}
        </Button>
      )}
      <small>{translate('importing.file.templateHint')}</small>
    </div>
  )
}
