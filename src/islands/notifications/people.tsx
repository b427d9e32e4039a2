import './people.css'
import { useStore } from '@nanostores/react'
import { useState } from 'react'
import {
  ESCALATION_PERSON,
  NOTIFICATION_LIMITS,
  type NotificationSettings,
  type NotificationSetup,
  type Person,
} from '../../contract/notification-settings.ts'
import { counted } from '../../domain/common/counted.ts'
import { unconfirmedOf } from '../../domain/notifications/confirmation.ts'
import { moved, personName } from '../../domain/notifications/people.ts'
import { changePeople, removePerson } from '../../stores/notifications/settings.ts'
import { $profile } from '../../stores/settings/profile.ts'
import { useUndo } from '../../ui/use-undo.ts'
import { AddPerson } from './add-person.tsx'
import { PersonCard } from './person-card.tsx'
import { useCodesOnTheirWay } from './use-codes-on-their-way.ts'

interface Props {
  settings: NotificationSettings
  setup: NotificationSetup
}

/** The people to notify, in the order in which they are tried. */
export function People({ settings: { people, escalate_minutes }, setup }: Props) {
  const { data: profile } = useStore($profile)
  const [added, setAdded] = useState<string | null>(null)
  const offerUndo = useUndo()
  const escalationEmail = profile?.escalation_email || setup.escalation_email

  useCodesOnTheirWay(setup)

  const replace = (person: Person) =>
    void changePeople((now) => now.map((each) => (each.id === person.id ? person : each)))
  const move = (id: string, to: number) => void changePeople((now) => moved(now, id, to))
  const remove = (person: Person, place: number) => {
    const undo = removePerson(person.id)
    if (undo) offerUndo(`${personName(person, place + 1)} removed.`, undo)
  }
  const add = (person: Person) => {
    void changePeople((now) => [...now, person])
    setAdded(person.id)
  }

  return (
    <div className="notify-part">
      <h4>Who gets notified</h4>
      <p className="muted">
        {escalate_minutes === null
          ? 'Everyone is notified at the same time.'
          : `The first person is notified immediately, and the next one ${escalate_minutes} min later if nobody has opened the alert.`}{' '}
        People here don’t need a login. When someone leaves, remove them here too.
      </p>
      {setup.unconfirmed.length > 0 && (
        <p className="notify-broken">
          {counted(setup.unconfirmed.length, 'address or number is', 'addresses or numbers are')} not
          confirmed. Open the people below and enter the codes that were sent to them.
        </p>
      )}
      <ol className="people">
        {people.map((person, place) => (
          <PersonCard
            key={person.id}
            person={person}
            place={place}
            total={people.length}
            channels={setup.channels}
            escalationEmail={person.id === ESCALATION_PERSON ? escalationEmail : null}
            unconfirmed={unconfirmedOf(person, escalationEmail, setup.unconfirmed)}
            instead={person.id === ESCALATION_PERSON ? setup.escalation_email : null}
            isOpenAtFirst={people.length === 1 || person.id === added}
            onChange={replace}
            onMove={(to) => move(person.id, to)}
            onRemove={() => remove(person, place)}
          />
        ))}
      </ol>
      {people.length < NOTIFICATION_LIMITS.people ? (
        <AddPerson known={[escalationEmail, ...people.map(({ email }) => email)]} onAdd={add} />
      ) : (
        <p className="muted">There is room for {NOTIFICATION_LIMITS.people} people.</p>
      )}
    </div>
  )
}
