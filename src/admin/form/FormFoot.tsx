import { Button, DialogActions } from '@mui/material'
import { CircleAlert } from 'lucide-react'
import { useTranslate } from 'react-admin'
import css from './form.module.css'

interface FormFootProps {
  /** Number of fields with a problem. */
  problems?: number
  onCancel: () => void
  /** Saves and clears the form for another record; left out for an existing record. */
  onAgain?: () => void
  /** There is nothing to save yet. */
  waiting?: boolean
  saving?: boolean
}

/** Foot of a form: the problems at the left, its buttons at the right. The last button submits the surrounding form. */
export function FormFoot({ problems = 0, onCancel, onAgain, waiting = false, saving = false }: FormFootProps) {
  const translate = useTranslate()
  return (
    <DialogActions>
      <span className={css.problems} data-part="problems" role="status">
        {problems > 0 && (
          <>
            <CircleAlert size={14} aria-hidden />
            {translate('crud.problems', { smart_count: problems })}
          </>
        )}
      </span>
      <Button onClick={onCancel}>{translate('crud.cancel')}</Button>
      {onAgain && (
        <Button onClick={onAgain} aria-disabled={saving || waiting}>
          {translate('crud.saveAndNew')}
        </Button>
      )}
      <Button type="submit" variant="contained" color="primary" aria-disabled={saving || waiting} aria-busy={saving}>
        {translate('crud.save.submit')}
      </Button>
    </DialogActions>
  )
}
