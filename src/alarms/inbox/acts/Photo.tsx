import { Button } from '@mui/material'
import { Camera, MapPin, X } from 'lucide-react'
import { useNotify, useTranslate } from 'react-admin'
import { useRef, useState } from 'react'
import { useFormContext } from 'react-hook-form'
import css from './acts.module.css'

/**
 * Longest side of a picture that is sent, px: large enough to read a plate, small enough to be stored in the browser.
 */
const SIDE = 1280
const QUALITY = 0.8

interface PhotoState {
  /** As a data address; null: no picture. */
  address: string | null
  /** Whether a picture is being made smaller. */
  isTaking: boolean
  take: (file: File) => Promise<void>
  drop: () => void
}

/**
 * A picture that accompanies a note, made smaller before it is kept or sent. `start` returns the draft's picture, and
 * `keep` is called on each change.
 */
export function usePhoto(start: () => string | null, keep: (address: string | null) => void): PhotoState {
  const notify = useNotify()
  const [address, setAddress] = useState(start)
  const [isTaking, setTaking] = useState(false)
  const change = (next: string | null) => {
    keep(next)
    setAddress(next)
  }
  const take = async (file: File) => {
    setTaking(true)
    try {
      change(await smaller(file))
    } catch {
      notify('inbox.badPicture', { type: 'error' })
    }
    setTaking(false)
  }
  return { address, isTaking, take, drop: () => change(null) }
}

/** Buttons for the phone's camera or a file, and for the user's position, which is added to the text. */
export function Photo({ photo: { address, take, drop } }: { photo: PhotoState }) {
  const translate = useTranslate()
  const notify = useNotify()
  const file = useRef<HTMLInputElement>(null)
  const { getValues, setValue } = useFormContext<{ note: string }>()
  const addPlace = () =>
    navigator.geolocation?.getCurrentPosition(
      ({ coords: { longitude, latitude, accuracy } }) => {
        const place = translate('inbox.placeText', {
          lng: longitude.toFixed(5),
          lat: latitude.toFixed(5),
          accuracy: Math.round(accuracy),
        })
        setValue('note', [getValues('note'), place].filter(Boolean).join('\n'), { shouldDirty: true })
      },
      () => notify('inbox.noPlace', { type: 'warning' }),
      { enableHighAccuracy: true, timeout: 10_000, maximumAge: 60_000 },
    )
  return (
    <div className={css.photo}>
      <input
        ref={file}
        type="file"
        accept="image/*"
        capture="environment"
        hidden
        aria-label={translate('inbox.picture')}
        onChange={({ target }) => {
          const [chosen] = target.files ?? []
          if (chosen) void take(chosen)
          target.value = ''
        }}
      />
      <Button startIcon={<Camera size={14} aria-hidden />} onClick={() => file.current?.click()}>
        {translate('inbox.picture')}
      </Button>
      {'geolocation' in navigator && (
        <Button startIcon={<MapPin size={14} aria-hidden />} onClick={addPlace}>
          {translate('inbox.place')}
        </Button>
      )}
      {address !== null && (
        <figure>
          <img src={address} alt={translate('inbox.picture')} />
          <button type="button" aria-label={translate('inbox.dropPicture')} onClick={drop}>
            <X size={14} aria-hidden />
          </button>
        </figure>
      )}
    </div>
  )
}

/** Converts a picture to a JPEG whose longer side is at most SIDE, as a data address. */
async function smaller(file: File): Promise<string> {
  const bitmap = await createImageBitmap(file)
  const scale = Math.min(1, SIDE / Math.max(bitmap.width, bitmap.height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.round(bitmap.width * scale)
  canvas.height = Math.round(bitmap.height * scale)
  canvas.getContext('2d')?.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
  bitmap.close()
  return canvas.toDataURL('image/jpeg', QUALITY)
}
