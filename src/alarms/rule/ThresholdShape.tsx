import { Lock, Sparkles } from 'lucide-react'
import { useTranslate } from 'react-admin'
import type { ReactNode } from 'react'
import type { Label } from '../../../resources/kit/define.ts'
import { arrange } from '../../admin/form/arrange.tsx'
import type { FormShapeProps } from '../../admin/fields/slotProps.ts'
import { useLabel } from '../../admin/fields/useLabel.ts'
import { Skeleton } from '../../kit/index.ts'
import { useMayControl } from '../../kit/hooks/useMayControl.ts'
import css from './alarm.module.css'
import controlsCss from '../../kit/controls.module.css'

interface ThresholdShapeProps extends FormShapeProps {
  /** Where form and preview are shown one at a time: the tabs that choose between them, and the chosen one. */
  tabs?: ReactNode
  tab?: RuleTab | undefined
  /** Button that sends a test message. */
  test?: ReactNode
}

/** Form, or its preview. */
export type RuleTab = 'rule' | 'preview'

/** Layout of a rule's form: three steps at the left; at the right the rule with its preview, recovery and linkage. */
export function ThresholdShape(props: ThresholdShapeProps) {
  const { resource, shown, field, body = <PreviewRoom />, tabs, tab, test } = props
  const translate = useTranslate()
  const mayLink = useMayControl()
  const form = arrange({ resource, shown, field })
  /** Places a field across a number of columns; a conditional field opens when its condition holds. */
  const place = (name: string, size = 1) => {
    const drawn = form.take(name)
    return (
      drawn && (
        <div key={name} data-size={size} className={resource.fields[name]?.when ? css.opening : undefined}>
          {drawn}
        </div>
      )
    )
  }
  const rest = (section: number, size: number) => form.rest(section, (drawn) => <div data-size={size}>{drawn}</div>)
  // Taken out before the sections that they belong to, because they are placed elsewhere.
  const enable = form.take('enable')
  const interval = place('alarm_interval', 2)
  const templates = TEMPLATES.map((name) => place(name)).filter(Boolean)
  return (
    <div className={css.form}>
      {tabs && <div className={css.tabs}>{tabs}</div>}
      <div className={css.steps} hidden={tab === 'preview'}>
        <Step number={1} label={resource.form[0]?.label}>
          {place('name', shown.has('project_id') ? 2 : 4)}
          {place('project_id', 2)}
          {place('district_id', 2)}
          {place('scope', 6)}
          {place('device_list', 6)}
          {place('nodemap_id', 2)}
          {rest(0, 2)}
        </Step>
        <Step number={2} label={resource.form[1]?.label} columns={shown.has('params_y') ? 4 : 3}>
          {place('com_oper')}
          {place('params_x')}
          {place('params_y')}
          {place('limits', 4)}
          {place('limit_scale', 4)}
          {place('conditions', 4)}
          {form.take('hold_time')}
          {place('hysteresis')}
          {place('min_off')}
          {place('no_data')}
          {place('schedule', 4)}
          {place('alert_level', 4)}
          {rest(1, 1)}
        </Step>
        <Step number={3} label={resource.form[2]?.label}>
          {place('alarm_msg', 4)}
          {interval}
          {place('alarm_phone', 2)}
          {place('alarm_email', 2)}
          {place('alarm_wechat', 2)}
          {rest(2, 2)}
          {templates.length > 0 && <div className={css.templates}>{templates}</div>}
        </Step>
        <div className={css.foot}>
          <p className={css.fee}>{translate('alarmConfig.fee')}</p>
          {test}
        </div>
      </div>
      <div className={css.rail}>
        <section className={css.preview} hidden={tab === 'rule'} aria-label={translate('alarmConfig.preview.title')}>
          <h3>
            <Sparkles size={14} aria-hidden />
            {translate('alarmConfig.preview.title')}
          </h3>
          {body}
        </section>
        <div className={css.card} hidden={tab === 'preview'}>
          {form.take('enable_back')}
          {place('back_msg')}
        </div>
        <fieldset className={css.card} hidden={tab === 'preview'} disabled={!mayLink}>
          {form.take('enable_ganged')}
          {!mayLink && (
            <p className={controlsCss.fieldHelp}>
              <Lock size={12} aria-hidden /> {translate('alarmConfig.noControl')}
            </p>
          )}
          {place('ganged_device_id')}
          {shown.has('ganged_nodemap_id') && (
            <div className={css.pair}>
              {place('ganged_nodemap_id')}
              {place('ganged_value')}
            </div>
          )}
        </fieldset>
        {rest(3, 1)}
      </div>
      <div className={css.others}>{form.otherSections()}</div>
      {/* Drawn in the dialog's head; it does not get the initial focus. */}
      <div className={css.enable}>{enable}</div>
    </div>
  )
}

const TEMPLATES = ['alarm_phone_mb', 'alarm_phone_qm', 'alarm_wechat_mb']

interface StepProps {
  number: number
  label: Label | undefined
  columns?: number
  children: ReactNode
}

/** A numbered step with the title of the definition's section. */
function Step({ number, label, columns = 6, children }: StepProps) {
  const pick = useLabel()
  return (
    <fieldset className={css.step}>
      <legend>
        <span aria-hidden>{number}</span>
        {label && pick(label)}
      </legend>
      <div className={css.grid} data-columns={columns}>
        {children}
      </div>
    </fieldset>
  )
}

/** Skeleton of the rule in words and of its curve. */
const PreviewRoom = () => (
  <>
    <Skeleton width="92%" height={16} />
    <Skeleton width="64%" height={16} />
    <Skeleton height={112} />
  </>
)
