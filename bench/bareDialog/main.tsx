import { Button, Dialog, DialogActions, DialogContent, DialogTitle, TextField } from '@mui/material'
import { useState } from 'react'
import { createRoot } from 'react-dom/client'

/** A dialog of MUI as its documentation shows it, with `?fields` text fields. The baseline of dialogs.ts. */
const fields = Array.from(
  { length: Number(new URLSearchParams(location.search).get('fields')) },
  (_, index) => `field${index}`,
)

function Bare() {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button onClick={() => setOpen(true)}>Open</Button>
      <Dialog open={open} onClose={() => setOpen(false)}>
        <DialogTitle>Record</DialogTitle>
        <DialogContent>
          <form>
            {fields.map((name) => (
              <TextField key={name} name={name} label={name} defaultValue="" />
            ))}
          </form>
        </DialogContent>
        <DialogActions>
          <Button onClick={() => setOpen(false)}>Close</Button>
        </DialogActions>
      </Dialog>
    </>
  )
}

const root = document.getElementById('root')
if (root) createRoot(root).render(<Bare />)
