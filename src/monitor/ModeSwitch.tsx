import { List, Map as MapIcon, Video } from 'lucide-react'
import { useTranslate } from 'react-admin'
import { Segment } from '../kit/index.ts'
import type { MonitorMode } from './modes.ts'

interface ModeSwitchProps {
  mode: MonitorMode
  /** Whether the selected area has videos: without any, video mode is disabled. */
  hasVideo: boolean
  onChange: (mode: MonitorMode) => void
}

/** Switches between real-time list, map and video. */
export function ModeSwitch({ mode, hasVideo, onChange }: ModeSwitchProps) {
  const translate = useTranslate()
  return (
    <Segment
      label={translate('map.mode.label')}
      value={mode}
      onChange={onChange}
      options={[
        { value: 'list', label: translate('map.mode.list'), icon: <List /> },
        { value: 'map', label: translate('map.mode.map'), icon: <MapIcon /> },
        {
          value: 'video',
          label: translate('map.mode.video'),
          icon: <Video />,
          disabled: !hasVideo,
          reason: hasVideo ? undefined : translate('map.mode.noVideo'),
        },
      ]}
    />
  )
}
