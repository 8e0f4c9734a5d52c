import { useTranslate } from 'ra-core'
import { Link } from 'react-router-dom'
import css from '../controls.module.css'

export function HomeLink() {
  const translate = useTranslate()
  return (
    <Link to="/" className={css.button}>
      {translate('shell.home')}
    </Link>
  )
}
