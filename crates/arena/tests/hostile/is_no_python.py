class AI(object)
    pass
