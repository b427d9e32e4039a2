import { useStore } from '@nanostores/react'
import { $account } from '../../stores/base/session/account.ts'
import { $testChats, deleteTestChats } from '../../stores/conversations/test-chats.ts'
import { RemovalToast } from '../common/removal-toast.tsx'
import { TestBar } from '../common/test-bar.tsx'

/** What is shown above the rows: the test chats, and deletions with Undo. */
export default function InboxBars() {
  const chats = useStore($testChats)
  return (
    <>
      <TestBar count={chats.length} onDelete={() => deleteTestChats($account.get(), chats)} />
      <RemovalToast />
    </>
  )
}
