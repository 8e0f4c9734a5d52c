import { Button, Dialog, DialogActions, DialogContent, OutlinedInput } from '@mui/material'
import { Check, Copy } from 'lucide-react'
import { useTranslate } from 'ra-core'
import { useId, useState } from 'react'
import type { Secret } from './secrets.ts'

/** Shows what cannot be looked up again. Only its button closes it: a stray Escape would lose it for good. */
export function SecretDialog({ secrets, onClose }: { secrets: readonly Secret[]; onClose: () => void }) {
  const translate = useTranslate()
  const id = useId()
  const [copied, setCopied] = useState<string | null>(null)
  const copy = async ({ name, value }: Secret) => {
    try {
      await navigator.clipboard.writeText(value)
      setCopied(name)
    } catch {
      // Without a secure connection there is no clipboard: the text stands there to be marked.
    }
  }
  return (
    <Dialog open role="alertdialog" aria-labelledby={id} className="crud-confirm">
      <DialogContent className="crud-secrets">
        <h2 id={id}>{translate('crud.once.title')}</h2>
        <p>{translate('crud.once.text')}</p>
        {secrets.map((secret) => (
          <div key={secret.name} className="field">
            <label className="field-head" htmlFor={`${id}-${secret.name}`}>
              {translate(`crud.once.${secret.name}`)}
            </label>
            <div className="field-pair">
              <OutlinedInput id={`${id}-${secret.name}`} value={secret.value} readOnly onFocus={(event) => event.target.select()} inputProps={{ className: 'mono' }} />
              <Button className="crud-copy" startIcon={copied === secret.name ? <Check size={16} /> : <Copy size={16} />} onClick={() => void copy(secret)}>
                {translate(copied === secret.name ? 'crud.once.copied' : 'crud.once.copy')}
              </Button>
            </div>
          </div>
        ))}
      </DialogContent>
      <DialogActions>
        <Button variant="contained" color="primary" autoFocus onClick={onClose}>
          {translate('crud.once.done')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
