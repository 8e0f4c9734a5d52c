import { useTranslate } from 'ra-core'
import { modifier } from './modifier.ts'
import css from './palette.module.css'

/** Which keys do what. */
export function PaletteFoot() {
  const translate = useTranslate()
  return (
    <footer className={css.foot}>
      <span>
        <kbd className={css.key}>↑</kbd>
        <kbd className={css.key}>↓</kbd>
        {translate('palette.choose')}
      </span>
      <span>
        <kbd className={css.key}>↵</kbd>
        {translate('palette.go')}
      </span>
      <span>
        <kbd className={css.key}>{modifier} ↵</kbd>
        {translate('palette.newTab')}
      </span>
      <span className={css.right}>{translate('palette.permitted')}</span>
    </footer>
  )
}
