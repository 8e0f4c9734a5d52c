import { Button } from '@mui/material'
import { useTranslate } from 'react-admin'
import { Link } from 'react-router-dom'

export function HomeLink() {
  const translate = useTranslate()
  return (
    <Button component={Link} to="/" size="small">
      {translate('shell.home')}
    </Button>
  )
}
