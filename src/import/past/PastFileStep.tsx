import { DialogContent } from '@mui/material'
import { useLateWords } from '../../kit/hooks/useLateWords.ts'
import { useLabel } from '../../admin/fields/useLabel.ts'
import { useZone } from '../../kit/hooks/useZone.ts'
import { InlineError } from '../../kit/index.ts'
import { FileDrop } from '../FileDrop.tsx'
import css from '../import.module.css'
import pastCss from './past.module.css'
import { saveCsv } from '../saveCsv.ts'
import { TEMPLATE_MARKS, templateLine } from '../templateMarks.ts'
import { TemplateButtons } from '../TemplateButtons.tsx'
import { PAST_FIELDS, PAST_LABELS } from './pastColumns.ts'
import type { usePastFile } from './usePastFile.ts'

/** First step: the file, and the template to fill in. */
export function PastFileStep({ state: { reading, problem, read } }: { state: ReturnType<typeof usePastFile> }) {
  const translate = useLateWords('importing')
  const pick = useLabel()
  const zone = useZone()
  const notes = {
    sn: translate('importing.past.notes.sn'),
    node: translate('importing.past.notes.node'),
    t: translate('importing.past.notes.t', { zone: zone.name }),
    value: translate('importing.past.notes.value'),
  }
  const save = (encoding: 'utf-8' | 'gb18030') => {
    const rows = [
      templateLine(
        pick(TEMPLATE_MARKS.notes),
        PAST_FIELDS.map((field) => notes[field]),
      ),
      templateLine(pick(TEMPLATE_MARKS.example), ['1869010017', 'PM2.5', '2026-03-01 08:00:00', '35.5']),
    ]
    const header = PAST_FIELDS.map((field) => `${pick(PAST_LABELS[field])}*`)
    return saveCsv(translate('importing.past.templateName'), header, rows, encoding)
  }
  return (
    <DialogContent className={css.file}>
      {problem && <InlineError error={translate(problem)} />}
      <FileDrop reading={reading} onFile={(file) => void read(file, null)} />
      <div className={css.fields}>
        <small>{translate('importing.past.columns')}</small>
        <dl className={pastCss.notes}>
          {PAST_FIELDS.map((field) => (
            <div key={field}>
              <dt>{pick(PAST_LABELS[field])}</dt>
              <dd>{notes[field]}</dd>
            </div>
          ))}
        </dl>
        <small>{translate('importing.past.kept')}</small>
      </div>
      <TemplateButtons onSave={save} />
    </DialogContent>
  )
}
