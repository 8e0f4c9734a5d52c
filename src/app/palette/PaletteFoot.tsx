import { useTranslate } from 'ra-core'
import { modifier } from './modifier.ts'

/** Which keys do what. */
export function PaletteFoot() {
  const translate = useTranslate()
  return (
    <footer className="palette__foot">
      <span>
        <kbd className="palette__key">↑</kbd>
        <kbd className="palette__key">↓</kbd>
        {translate('palette.choose')}
      </span>
      <span>
        <kbd className="palette__key">↵</kbd>
        {translate('palette.go')}
      </span>
      <span>
        <kbd className="palette__key">{modifier} ↵</kbd>
        {translate('palette.newTab')}
      </span>
      <span className="palette__right">{translate('palette.permitted')}</span>
    </footer>
  )
}
