import { Button, DialogActions } from '@mui/material'
import { CircleAlert } from 'lucide-react'
import { useTranslate } from 'react-admin'
import css from './form.module.css'

interface FormFootProps {
  /** How many fields have one. */
  problems?: number
  onCancel: () => void
  /** Saves and empties the form for another one; there is no such button for a record that exists. */
  onAgain?: () => void
  /** There is nothing to save yet. */
  waiting?: boolean
  saving?: boolean
}

/** The foot of a form: what is wrong at the left, its buttons at the right. The last one submits the form it stands in. */
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
