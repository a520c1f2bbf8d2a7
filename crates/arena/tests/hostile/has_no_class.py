class Agent(object):
    pass
