import Modal, { type ModalProps } from 'antd/es/modal'

/**
 * antd's modal dialog, centered, and without a footer unless given. It opens and closes immediately: an animated one that is
 * closed during its opening, as by Forward and Escape in a row, can stay on screen.
 */
export function Dialog(props: ModalProps) {
  return <Modal transitionName="" maskTransitionName="" footer={null} centered {...props} />
}
