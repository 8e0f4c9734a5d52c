import { Tab, Tabs } from '@mui/material'
import { CircleAlert } from 'lucide-react'
import { useTranslate } from 'react-admin'
import { useEffect } from 'react'
import { useFormState } from 'react-hook-form'
import type { RuleTab } from './ThresholdShape.tsx'

/** Tabs on a phone: the form, or its preview. A save that is refused for a field leads back to the form. */
export function RuleTabs({ tab, onTab }: { tab: RuleTab; onTab: (tab: RuleTab) => void }) {
  const translate = useTranslate()
  const { submitCount, errors } = useFormState()
  const wrong = Object.keys(errors).length > 0
  useEffect(() => {
    if (submitCount > 0 && wrong) onTab('rule')
  }, [submitCount, wrong, onTab])
  return (
    <Tabs value={tab} variant="fullWidth" onChange={(_event, next: RuleTab) => onTab(next)}>
      <Tab
        value="rule"
        label={translate('alarmConfig.preview.rule')}
        icon={wrong ? <CircleAlert size={14} aria-label={translate('user.hasProblem')} /> : undefined}
        iconPosition="end"
      />
      <Tab value="preview" label={translate('alarmConfig.preview.title')} />
    </Tabs>
  )
}
