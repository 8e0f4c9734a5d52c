import { Sparkles } from 'lucide-react'
import { useTranslate } from 'ra-core'
import { useRef, type ReactNode } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import type { Values } from '../../../resources/kit/validate.ts'
import { isEmpty } from '../../../resources/kit/validate.ts'
import { shownFields } from '../../crud/formValues.ts'
import { useFirstFocus } from '../../crud/useFirstFocus.ts'
import { FieldInput } from '../../fields/FieldInput.tsx'
import { useFormInfo } from '../../fields/formContext.ts'
import { useLabel } from '../../fields/useLabel.ts'
import './alarm.css'
import { HOLD } from './rule.ts'
import { RulePreview } from './RulePreview.tsx'
import { RuleWords } from './RuleWords.tsx'

/**
 * A threshold's form: three steps at the left; at the right the rule in words with its preview, recovery and linkage. Which fields
 * apply is the definition's to say (spec 2 §4).
 */
export default function ThresholdForm() {
  const { resource, caller } = useFormInfo()
  const translate = useTranslate()
  const values = useWatch<Values>()
  const { getValues, setValue } = useFormContext<Values>()
  const shown = new Set(shownFields(resource, caller, values))
  const field = (name: string, size = 1) => shown.has(name) && <Field key={name} name={name} size={size} />
  const fillHold = () => isEmpty(getValues('hold_time')) && setValue('hold_time', String(HOLD), { shouldValidate: true })
  const frame = useRef<HTMLDivElement>(null)
  useFirstFocus(frame)
  return (
    <div className="alarm-form" ref={frame}>
      <div className="alarm-steps">
        <Step index={0}>
          {field('name', shown.has('project_id') ? 2 : 4)}
          {field('project_id', 2)}
          {field('district_id', 2)}
          {field('device_list', 4)}
          {field('nodemap_id', 2)}
        </Step>
        <Step index={1} columns={shown.has('params_y') ? 4 : 3}>
          {field('com_oper')}
          {field('params_x')}
          {field('params_y')}
          {shown.has('hold_time') && (
            <div onBlur={fillHold}>
              <FieldInput name="hold_time" />
            </div>
          )}
          {field('alert_level', 4)}
        </Step>
        <Step index={2}>
          {field('alarm_msg', 4)}
          {field('alarm_interval', 2)}
          {field('alarm_phone', 2)}
          {field('alarm_email', 2)}
          {field('alarm_wechat', 2)}
          {['alarm_phone_mb', 'alarm_phone_qm', 'alarm_wechat_mb'].some((name) => shown.has(name)) && (
            <div className="alarm-templates">{['alarm_phone_mb', 'alarm_phone_qm', 'alarm_wechat_mb'].map((name) => field(name))}</div>
          )}
        </Step>
        <p className="alarm-fee">{translate('alarmConfig.fee')}</p>
      </div>
      <div className="alarm-rail">
        <section className="alarm-preview" aria-label={translate('alarmConfig.preview.title')}>
          <h3>
            <Sparkles size={14} aria-hidden />
            {translate('alarmConfig.preview.title')}
          </h3>
          <RuleWords />
          <RulePreview />
        </section>
        <div className="alarm-card">
          <FieldInput name="enable_back" />
          {field('back_msg')}
        </div>
        <div className="alarm-card">
          <FieldInput name="enable_ganged" />
          {field('ganged_device_id')}
          {shown.has('ganged_nodemap_id') && (
            <div className="alarm-pair">
              {field('ganged_nodemap_id')}
              {field('ganged_value')}
            </div>
          )}
        </div>
      </div>
      {/* Drawn in the dialog's head, but no field to begin with. */}
      <div className="alarm-enable">
        <FieldInput name="enable" />
      </div>
    </div>
  )
}

/** A numbered step, named as the definition's section. */
function Step({ index, columns = 6, children }: { index: number; columns?: number; children: ReactNode }) {
  const { resource } = useFormInfo()
  const pick = useLabel()
  const label = resource.form[index]?.label
  return (
    <fieldset className="alarm-step">
      <legend>
        <span aria-hidden>{index + 1}</span>
        {label && pick(label)}
      </legend>
      <div className="alarm-grid" data-columns={columns}>
        {children}
      </div>
    </fieldset>
  )
}

/** A field, so many columns wide; one with a condition opens where it comes in. */
function Field({ name, size }: { name: string; size: number }) {
  const { resource } = useFormInfo()
  return (
    <div data-size={size} className={resource.fields[name]?.when ? 'alarm-opening' : undefined}>
      <FieldInput name={name} />
    </div>
  )
}
