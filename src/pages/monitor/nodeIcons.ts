import {
  Activity, Atom, Biohazard, Cloud, CloudFog, Compass, Droplet, Droplets, Fan, FlaskConical, Gauge, Haze, type LucideIcon, Power, Sprout, Sun,
  TestTube, Thermometer, Users, Volume2, Waves, Wind, Zap,
} from 'lucide-react'

/** The icon of what a node measures, by its name or unit where the platform gives no picture. The first match counts. */
export function nodeIcon(alias: string, unitname: string, isSwitch: boolean): LucideIcon {
  const found = icons.find(([name, unit]) => name.test(alias) || (unit !== null && unit.test(unitname)))
  return found?.[2] ?? (isSwitch ? Power : Activity)
}

const icons: readonly (readonly [RegExp, RegExp | null, LucideIcon])[] = [
  [/pm\s?2\.?5/i, null, Haze],
  [/pm\s?10|tsp|扬尘|揚塵|dust/i, null, CloudFog],
  [/土壤|墒|soil/i, null, Sprout],
  [/湿度|濕度|humid/i, /%\s?rh/i, Droplets],
  [/温|溫|temp/i, /^(℃|°C)$/i, Thermometer],
  [/风向|風向|wind dir/i, /^°$/, Compass],
  [/风机|排风|風扇|風機|\bfan\b/i, null, Fan],
  [/风|風|wind/i, null, Wind],
  [/噪|noise|sound/i, /db/i, Volume2],
  [/水位|液位|流量|流速|level|flow/i, null, Waves],
  [/浊|濁|阀|閥|雨|水|turbid|valve|rain|water/i, /ntu/i, Droplet],
  [/\bph\b/i, null, TestTube],
  [/氨|nh[3₃]/i, null, FlaskConical],
  [/硫|h[2₂]s/i, null, Biohazard],
  [/臭氧|离子|離子|ozone|o[3₃]|ion/i, null, Atom],
  [/co[2₂]?|no[2₂x]|so[2₂]|voc|氧化/i, null, Cloud],
  [/光|照|紫外|辐射|輻射|\buv\b|light|illumin|lux/i, /lux/i, Sun],
  [/压|壓|press/i, /pa$/i, Gauge],
  [/电|電|功率|volt|power|current|energy/i, /^(v|a|k?wh?)$/i, Zap],
  [/客流|人数|人數|人流|people|visitor/i, null, Users],
]
