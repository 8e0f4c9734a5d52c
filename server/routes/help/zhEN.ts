import type { Like } from '../../../i18n/types.ts'
import type { help as base } from './zhCN.ts'

export const help: Like<typeof base> = {
  '': `## Overview
How many devices and gateways are online, how many devices each area has, and the alarms of the last 7, 15 and 30 days.

- Choose an area and a device to see the latest values of 5 of its nodes: each bar runs from the node's minimum to its maximum. Below is today's chart.
- The cards are shown to the super administrator and to holders of key 10 (WeChat and status panel).`,
  BigScreen: `## Big screen
For the wall of a control room. Device states refresh every 20 seconds.

- On the left: device status, distribution over areas and alarm counts. On the right: the latest values of the devices, four at a time.
- Below: the history chart, and a comparison that runs once 2 items and a month are chosen.
- "Console" in the corner leads back to the overview.
- "Leave on the wall", pressed twice: this browser stays signed in, for a year at most, shows the big screen and can do nothing else; sign in again for anything else. Disabling the account or changing its password ends it.`,
  'monitor/data': `## Real-time data
Choose an area on the left: its devices, and those of the areas below it, show their latest values. The list refreshes every 10 seconds.

- **Online / offline**: a device is offline when nothing came for longer than its "Offline after". While an area is under construction or closed, its devices show as offline.
- **Normal / in alarm**: a device is in alarm while one of its alarm rules is violated.
- A search by name takes at least 2 characters, by code at least 6.
- Turning a switch and setting a value ask first, and take the right "Control": without it there is a lock. A value can be set only on a node of the type "Data (settable)", between its minimum and maximum.
- List, map and video show the same area; video is off where the area has none.`,
  'monitor/history': `## History
Choose an area and devices, then day, week or month, and a date.

- Devices shown together must be of one product model. A week runs from Monday to Sunday.
- Charts are thinned out for drawing; minimum, maximum and average are those of all samples.
- Exports are CSV files named after the device. A query spans at most 30 days.`,
  'monitor/hisdataPk': `## Comparison
Choose area, device and node and add them, at least 2 items, then a month: all are drawn in one chart.

- The month cannot be in the future.
- Nodes of different units may stand together; each unit has its own chart.`,
  'monitor/threoldManage': `## Alarm records
Filter alarms by area, device and date, over at most 30 days, and export them to Excel.

- **Handle**: an unhandled alarm becomes a false alarm or a handled one, with a remark. This cannot be undone.
- **Details**: what became of every message, WeChat notice, email and linkage, and why one was not sent.
- By keyboard: up and down walk the rows, space marks one, H handles it, Enter opens its details. Several marked ones can be handled together.
- The bell at the top right lists the current alarms and opens by itself on new ones, until it is closed for the session. Sound and browser notifications are in its settings.`,
  'monitor/operation': `## Operation log
Who created, changed or deleted what and when, which commands were sent, and who signed in.

- The details list each field with its old and new value; secrets show as "******".
- The log only grows: nobody can change or delete an entry.`,
  'manage/product': `## Product models
A product model says which nodes a kind of device has. Add nodes with "Node maps":

- **Node address**: the address devices report under; do not use one twice in a model.
- **Alias**: the name on the screens.
- **Message key**: for devices that report by key in place of the address.
- Node, address and remarks of a map cannot be changed later.
- Models are kept by the super administrator; one that devices still use cannot be deleted.`,
  'manage/area': `## Areas
Areas form a tree, and devices hang on areas. Click the map to add boundary points one by one, click a marker to remove it.

- Only the super administrator creates top areas.
- Import takes a CSV file in any common encoding; the parent area is given by its name, its whole path or its ID.
- An area that still has areas or devices below it cannot be deleted, and none can be moved below itself.`,
  'manage/device': `## Devices
A device reports through a gateway, or stands alone.

- **Device code**: the code telemetry is sent under; generated when left empty.
- **Saving**: never, in real time, on change, or every so many minutes.
- The **acquisition cycle** is at least 30 seconds. With **Offline after** 0 a device never counts as offline.
- The telemetry credential is shown once, after the device is created: keep it safe. If it is lost, make a new one; the old one then ends.
- A **virtual device** makes its data of 24 hourly base and random values, or of another device. How its script is written is told in the help of "Nodes".
- The menu of a row: **Details** (the device, its gateway and nodes, its SIM card, its credential), **Edit name** (the name alone), **Virtual device** and delete; what is virtual is the super administrator's.
- The 24 values of a virtual rule are dragged on a curve or typed into the table. "Average of 3 days" takes the hourly average of what the node sent; "Undo" goes back step by step.
- Several selected devices can be started or stopped at once; a stopped device neither reports nor raises alarms.`,
  'manage/gateway': `## Gateways
A gateway carries the devices of a site. Its **registration code** has digits only and is unique on the platform.

- The telemetry credential is shown once, after the gateway is created: keep it safe. It may report for every device of the gateway.
- **Details** list its devices and whether they are online, and its SIM card; who may edit it can make a new credential or revoke it.
- A gateway that still carries devices cannot be deleted.`,
  'manage/node': `## Nodes
A node is a measured quantity or a switch that product models refer to; the super administrator keeps them. Unit and icon are required, the icon a png, jpg or gif of at most 5 MB; the maximum must exceed the minimum.

A **node script** converts the value before it is shown; \`value\` is what the node sent:
\`\`\`
value * 0.1
round(value / 3.6, 1)
value > 0 ? 'on' : 'off'
\`\`\`
- Operators: \`+ - * / % **\`, comparison \`< <= > >= == != === !==\`, logic \`&& || ?? !\`, bits \`~ & | ^ << >> >>>\`, condition \`? :\`, brackets.
- Functions: \`abs ceil exp floor log log10 max min pow round sqrt trunc\`; \`round(x, 2)\` keeps two decimals.
- Numbers, quoted text, \`true false null\`. There is no assignment, loop, array, member access or other function.
- At most 500 characters, 200 parts and 32 levels of brackets. A node whose script fails shows no value.`,
  'manage/video': `## Videos
Give an area the address of a camera, or upload a picture.

- Addresses ending in m3u8 play as live streams, pictures show as pictures, everything else plays as mp4.
- Pictures are png, jpg or gif of at most 5 MB.`,
  'alarmConfig/threshold': `## Alarm rules
A rule watches one node of some devices of the same model.

- **Condition**: greater, greater or equal, equal, less or equal, less, not equal, between, outside. The last two take the parameters X and Y.
- **Hold time**: the condition must hold for so many seconds, 10 by default. With an **alarm interval** of 0 an alarm is sent once, else again and again at the interval.
- **Recovery message**: sent when the value is normal again. **Linkage**: writes a value to a node of another device.
- Templates are required where message or WeChat contacts are chosen. A cloned rule is always enabled.`,
  'alarmConfig/user': `## Alarm contacts
Who is told of alarms. Give a phone number or an email address.

- **Link WeChat**: the contact scans the QR code with a phone within 60 seconds; an expired code can be refreshed.
- A message costs 0.1 yuan and counts against the remaining messages of the project; email and WeChat are free.
- A contact that rules still use cannot be deleted.`,
  'pushService/northinterface': `## Northbound interfaces
Pushes the data of chosen devices to your address at an interval, as JSON or XML, or reports it by HJ 212 over a kept connection.

- The address starts with http:// or https://, for HJ 212 with tcp:// or tls:// and with a port; addresses of the internal network are refused by default.
- Failed pushes are repeated at growing intervals; the list shows the last result.
- "Protocol formats" decide what is sent as JSON and XML.
- **HJ 212** sends real-time data at the interval, and averages of minutes, hours and days once they are over, each until it is acknowledged (9014). What waits while the other side is away is sent later; only minutes are dropped where too many wait.
- Factors are the message keys of the product model. "Push and preview" shows the connection and the last frames.`,
  'pushService/protocolFormat': `## Protocol formats
A tree of keys describes what is pushed.

- **Objects** and **arrays** have keys below them, **values** have none.
- A key's name is fixed, a node's alias or its address; its value is fixed, a live value, a property of the device, or the time.`,
  'peizhiCenter/hmi': `## Display screens
Keeps the screens; an external editor opens for drawing them.

- Editing takes the permission types 2, 3 and 4, or the super administrator.
- **Pin to top**: one screen of each project; a new one takes the place of the old.
- Shown as a table or as cards. "Edit screen" opens the external editor in a new tab; its address holds your user credential, so do not pass it on.`,
  'permissionCenter/user': `## Users
A new user gets a random first password, shown once, and must change it at the first sign-in.

- You can grant only the menus, buttons, permission types and areas that you hold yourself.
- **Control** under Real-time data (turning switches, setting values, linked control) does not come with its page: tick it by itself.
- **Managed areas**: none stands for all areas of the project; an area takes those below it along.
- When a password is changed, or a user is disabled or deleted, their sessions end at once.
- Users who registered themselves have no project and no menu until the super administrator grants some.
- The **parent user** is also the role: super administrator, project administrator, or a user below one project administrator.
- Permissions the user has and you do not are only counted, and stay as they are when you save.`,
  'permissionCenter/project': `## Projects
Projects do not see each other's data. The super administrator creates them; members may change name, contact, logo and remarks of their own.

- **Remaining messages** go down with every alarm message, never below 0.
- A project that still has areas, devices or users cannot be deleted.
- A logo is required; acquisition, saving and VIP are for the super administrator alone.`,
  'permissionCenter/permission': `## Permissions
The request addresses of the platform and their permission types. Only the super administrator changes them; menus and buttons are granted under "Users".`,
  'permissionCenter/permissiontype': `## Permission types
Types can be granted to users. Editing display screens takes the types 2, 3 and 4 together.

- Only the super administrator changes them; a type that is still in use cannot be deleted.`,
}
