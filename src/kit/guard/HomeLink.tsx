import { useTranslate } from 'ra-core'
import { Link } from 'react-router-dom'

export function HomeLink() {
  const translate = useTranslate()
  return (
    <Link to="/" className="ui-button">
      {translate('shell.home')}
    </Link>
  )
}
