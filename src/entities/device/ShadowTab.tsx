import { Button, OutlinedInput, Switch } from '@mui/material'
import { clsx } from 'clsx'
import { CircleAlert } from 'lucide-react'
import { useTranslate } from 'react-admin'
import { useId, useState } from 'react'
import { Link } from 'react-router-dom'
import { device } from '../../../resources/device.ts'
import { compileExpression } from '../../../resources/kit/expression.ts'
import { SHADOW_NAMES } from '../../../resources/kit/rules.ts'
import { useLabel } from '../../admin/fields/useLabel.ts'
import textCss from '../../kit/text.module.css'
import fieldsCss from '../../admin/fields/fields.module.css'
import type { ShadowForm } from './useShadow.ts'
import css from './device.module.css'
import dayCss from './day/day.module.css'

const SAMPLE: Readonly<Record<string, string>> = { value: '50', hour: '12', base: '48', random: '2' }

/**
 * Whether the device is a virtual one, and the script that its rules' values pass through, which can be tried on sample
 * numbers while it is typed.
 */
export function ShadowTab({ id, form }: { id: number; form: ShadowForm }) {
  const translate = useTranslate()
  const pick = useLabel()
  const field = useId()
  const [sample, setSample] = useState(SAMPLE)
  const { en_shadow: toggle, shadow_script: script } = device.fields
  return (
    <form
      className={css.shadow}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void form.save()
      }}
    >
      <span className={fieldsCss.switch}>
        <Switch id={`${field}-on`} checked={form.on} onChange={(_event, on) => form.setOn(on)} />
        <label htmlFor={`${field}-on`}>{pick(toggle.label)}</label>
        <Link to={`/manage/device/${id}/virtual`} className={fieldsCss.link}>
          {translate('device.shadow.rules')}
        </Link>
      </span>
      <p className={fieldsCss.help}>{translate('device.shadow.about')}</p>
      <div className={fieldsCss.field} data-part="field">
        <div className={fieldsCss.head}>
          <label htmlFor={`${field}-script`}>{pick(script.label)}</label>
        </div>
        <OutlinedInput
          id={`${field}-script`}
          multiline
          minRows={3}
          maxRows={8}
          fullWidth
          value={form.script}
          onChange={(event) => form.setScript(event.target.value)}
          error={form.problem !== null}
          inputProps={{ spellCheck: false, className: textCss.mono, 'aria-describedby': `${field}-text` }}
        />
        <p
          id={`${field}-text`}
          className={form.problem ? fieldsCss.error : fieldsCss.help}
          data-part={form.problem ? 'problem' : undefined}
          role={form.problem ? 'alert' : undefined}
        >
          {form.problem && <CircleAlert size={14} aria-hidden />}
          {form.problem ?? translate('device.shadow.names')}
        </p>
      </div>
      <fieldset className={css.try}>
        <legend>{translate('device.shadow.try')}</legend>
        {SHADOW_NAMES.map((name) => (
          <label key={name}>
            <span className={textCss.mono}>{name}</span>
            <input
              className={clsx(dayCss.input, css.tryInput)}
              inputMode="decimal"
              value={sample[name] ?? ''}
              onChange={(event) => setSample({ ...sample, [name]: event.target.value })}
            />
          </label>
        ))}
        <output aria-label={translate('device.shadow.result')}>= {resultOf(form.script, sample)}</output>
      </fieldset>
      <div className={clsx(css.buttons, css.buttonsEnd)}>
        <Button
          type="submit"
          variant="contained"
          color="primary"
          aria-disabled={!form.dirty || form.busy}
          aria-busy={form.busy}
        >
          {translate('crud.save.submit')}
        </Button>
      </div>
    </form>
  )
}

/** Returns the script's result for the sample; without a script the value stays as it is. */
function resultOf(script: string, sample: Readonly<Record<string, string>>): string {
  const scope = Object.fromEntries(Object.entries(sample).map(([name, text]) => [name, Number(text)]))
  if (script.trim() === '') return String(scope['value'] ?? '')
  try {
    return String(compileExpression(script, SHADOW_NAMES)(scope))
  } catch {
    return '—'
  }
}
